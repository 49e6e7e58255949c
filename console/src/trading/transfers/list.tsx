import type { Transfer } from '@quaestor/sdk';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconArrowRight, IconTransfer } from '../../shared/icons/index.ts';
import { CreateLink, ListPage, useFiltered } from '../../shared/list/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { agoColumn, moneyColumn, nameColumn, type Column } from '../../shared/table/index.ts';
import { sentenceOf } from '../../shared/text/index.ts';
import { trading } from '../api.ts';
import { texts as depositTexts } from '../deposits/texts.ts';
import { filterQuery } from './queries.ts';
import { TransferStatus } from './status.tsx';
import { texts } from './texts.ts';

export function Transfers() {
  const canTransfer = useScope('venue-transfer:edit');
  const fields = useQuery(filterQuery());
  const filtered = useFiltered<Transfer>({
    noun: 'transfers',
    fields: fields.data,
    read: (filter, options) =>
      trading.transfers.list(
        // A filter says itself what it wants. Without one, dry runs would only hide what matters.
        { ...filter, ...(filter.q === undefined && { simulated: false }) },
        options,
      ),
    example: texts.list.example,
    hasDates: true,
  });
  return (
    <ListPage
      texts={texts.list}
      icon={<IconTransfer size={32} />}
      action={canTransfer && <CreateLink to="/transfers/new" label={texts.list.create} />}
      {...filtered}
      columns={COLUMNS}
      idOf={({ id }) => id}
      to={({ id }) => ({ to: '/transfers/$id', params: { id } })}
    />
  );
}

const End = ({ venue, state }: { readonly venue: string; readonly state: string }) => (
  <span>
    {venue}
    <Text size="xs" c="dimmed">
      {state}
    </Text>
  </span>
);

const leftAs = ({ withdrawal }: Transfer): string => sentenceOf(withdrawal.status);
const arrivedAs = ({ deposit }: Transfer): string =>
  deposit === null
    ? texts.notSeen
    : deposit.hold === null
      ? depositTexts.status[deposit.status]
      : depositTexts.holds[deposit.hold];

const COLUMNS: readonly Column<Transfer>[] = [
  {
    id: 'status',
    header: texts.columns.status,
    text: ({ status }) => status,
    cell: (row) => (
      <div>
        <TransferStatus status={row.status} />
        {row.waitingReason !== null && (
          <Text size="xs" c="dimmed" maw={280} lineClamp={2} title={row.waitingReason}>
            {row.waitingReason}
          </Text>
        )}
      </div>
    ),
  },
  moneyColumn(
    'amount',
    texts.columns.amount,
    ({ amount }) => amount,
    ({ asset }) => asset.code,
  ),
  {
    id: 'ends',
    header: texts.columns.ends,
    text: (row) => texts.ends(row.fromVenue, leftAs(row), row.toVenue, arrivedAs(row)),
    cell: (row) => (
      <Group gap="sm" wrap="nowrap">
        <End venue={row.fromVenue} state={leftAs(row)} />
        <IconArrowRight size={16} aria-label={texts.to} />
        <End venue={row.toVenue} state={arrivedAs(row)} />
      </Group>
    ),
  },
  nameColumn('reference', texts.columns.reference, ({ reference }) => reference),
  agoColumn('created', texts.columns.created, ({ createdAt }) => createdAt),
];
