import type { ManagedDisbursement } from '@quaestor/sdk';
import { Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../shared/change/index.ts';
import { IconBuildingBank } from '../../shared/icons/index.ts';
import { StatusFilter, useOpened, useStatus } from '../../shared/list/index.ts';
import { Empty, Page } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useScope } from '../../shared/session/index.ts';
import {
  agoColumn,
  DataTable,
  moneyColumn,
  nameColumn,
  textColumn,
  type Column,
} from '../../shared/table/index.ts';
import { shorten } from '../../shared/text/index.ts';
import { partner } from '../api.ts';
import { DisbursementStatus } from '../disbursements/status.tsx';
import { usePages } from '../use-pages.ts';
import { DisbursementPanel } from './detail.tsx';
import { NOUN, STATUSES } from './queries.ts';
import { sumsOf } from './sums-of.ts';
import { texts } from './texts.ts';
import { Views } from './views.tsx';

const { queue: t } = texts;
/** As many as the server approves at once. */
const MOST = 1000;

/** What waits for an approval, unless another state is chosen. */
export function Queue() {
  const { chosen, isFiltered, choose } = useStatus(STATUSES);
  const { id, close } = useOpened();
  const canManage = useScope('disbursements:manage');
  const [selected, setSelected] = useState<Record<string, true>>({});
  const { error, isPending, refetch, ...list } = usePages<ManagedDisbursement>(
    [NOUN, 'list', chosen],
    async ({ signal, ...page }) => {
      const query = { ...page, ...(chosen !== undefined && { status: chosen }) };
      const { disbursements, count } = await partner.managedDisbursements.list(query, { signal });
      return { rows: disbursements, count };
    },
  );
  const approve = useChange(
    NOUN,
    (numbers: number[]) => partner.managedDisbursements.approve(numbers),
    (_done, numbers) => ({ text: t.approved(numbers.length) }),
  );
  const isQueue = chosen === 'REQUESTED';
  const { rows } = list;
  const marked = isQueue ? rows.filter(({ number }) => selected[number]) : [];
  const nothing = isFiltered ? t.unmatched : t.empty;
  const selection = {
    selected,
    onChange: setSelected,
    canSelect: ({ number }: ManagedDisbursement) => marked.length < MOST || selected[number] === true,
    nameOf: ({ number, partner_uid, amount, currency }: ManagedDisbursement) =>
      t.name(number, partner_uid, t.sum(amount, currency)),
  };
  return (
    <Page title={t.title} description={t.description}>
      <Group gap="md">
        <Views shown="queue" />
        <StatusFilter statuses={STATUSES} chosen={chosen} texts={t} onChange={choose} />
      </Group>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {approve.error !== null && <Problem error={approve.error} />}
      {isPending && error === null && <Skeleton height={240} />}
      {!isPending && error === null && rows.length === 0 && (
        <Empty icon={<IconBuildingBank size={32} />} title={nothing.title}>
          {nothing.text}
        </Empty>
      )}
      {rows.length > 0 && (
        <Stack gap="sm">
          <DataTable
            name={t.title}
            columns={isQueue ? COLUMNS : [...COLUMNS, STATUS]}
            idOf={({ number }) => String(number)}
            to={({ number }) => ({ id: String(number) })}
            {...(isQueue && canManage && { selection })}
            tools={
              isQueue &&
              canManage && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="gray"
                  onClick={() => setSelected(marked.length > 0 ? {} : allOf(rows))}
                >
                  {marked.length > 0 ? t.selectNone : t.selectAll}
                </Button>
              )
            }
            {...list}
          />
          {marked.length > 0 && (
            <Paper withBorder p="sm" pos="sticky" bottom={16} shadow="sm">
              <Group justify="space-between">
                <Text size="sm">{t.selected(marked.length, sumsOf(marked))}</Text>
                <Button
                  loading={approve.isPending}
                  onClick={() =>
                    approve.mutate(
                      marked.map(({ number }) => number),
                      { onSuccess: () => setSelected({}) },
                    )
                  }
                >
                  {t.approveAll(marked.length)}
                </Button>
              </Group>
            </Paper>
          )}
        </Stack>
      )}
      {id !== undefined && <DisbursementPanel key={id} id={id} onClose={close} />}
    </Page>
  );
}

const allOf = (rows: readonly ManagedDisbursement[]): Record<string, true> =>
  Object.fromEntries(rows.slice(0, MOST).map(({ number }) => [number, true as const]));

const COLUMNS: readonly Column<ManagedDisbursement>[] = [
  nameColumn('number', t.columns.number, ({ number }) => String(number)),
  textColumn('partner', t.columns.partner, ({ partner_uid }) => partner_uid),
  moneyColumn(
    'amount',
    t.columns.amount,
    ({ amount }) => amount,
    ({ currency }) => currency,
  ),
  textColumn(
    'destination',
    t.columns.destination,
    ({ destination }) =>
      destination === null ? t.noDestination : `${destination.name} ${destination.account}`,
    ({ destination }) =>
      destination === null ? (
        <Text span inherit c="var(--quaestor-warn)">
          {t.noDestination}
        </Text>
      ) : (
        <Stack gap={0}>
          {destination.name}
          <Text span size="xs" c="dimmed" title={destination.account}>
            {shorten(destination.account)}
          </Text>
        </Stack>
      ),
  ),
  textColumn('before', t.columns.before, ({ paid_before }) => t.before(paid_before)),
  textColumn('by', t.columns.by, ({ requested_by }) => requested_by),
  agoColumn('at', t.columns.at, ({ requested_at }) => requested_at),
];

const STATUS: Column<ManagedDisbursement> = textColumn(
  'status',
  t.columns.status,
  ({ status }) => t.statuses[status],
  ({ status }) => <DisbursementStatus status={status} />,
);
