import type { DisbursementDestination } from '@quaestor/sdk';
import { Button, Group, Text } from '@mantine/core';
import { useChange } from '../../shared/change/index.ts';
import { IconBuildingBank } from '../../shared/icons/index.ts';
import { ListPage, StatusFilter, useOpened, useStatus } from '../../shared/list/index.ts';
import { AskReason, Facts } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { agoColumn, nameColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { partner } from '../api.ts';
import { OpenedPanel } from '../details/index.ts';
import { destinationFacts } from '../disbursements/destination-facts.tsx';
import { payeeOf } from '../disbursements/payee-of.ts';
import { DestinationStatus } from '../disbursements/status.tsx';
import { usePages } from '../use-pages.ts';
import { DESTINATION_STATUSES, NOUN } from './queries.ts';
import { texts } from './texts.ts';
import { Views } from './views.tsx';

const { destinations: t } = texts;

/** Destinations that wait for a second person, unless another state is chosen. */
export function Destinations() {
  const { chosen, isFiltered, choose } = useStatus(DESTINATION_STATUSES);
  const { id, close } = useOpened();
  const list = usePages<DisbursementDestination>(
    [NOUN, 'destinations', chosen],
    async ({ signal, ...page }) => {
      const query = { ...page, ...(chosen !== undefined && { status: chosen }) };
      const { destinations, count } = await partner.managedDisbursements.destinations(query, { signal });
      return { rows: destinations, count };
    },
  );
  const { error, isPending, refetch, rows } = list;
  const opened = rows.find((row) => row.id === id) ?? (isPending ? undefined : null);
  return (
    <ListPage
      texts={t}
      icon={<IconBuildingBank size={32} />}
      filter={
        <Group gap="md">
          <Views shown="destinations" />
          <StatusFilter statuses={DESTINATION_STATUSES} chosen={chosen} texts={t} onChange={choose} />
        </Group>
      }
      isFiltered={isFiltered}
      list={list}
      columns={COLUMNS}
      idOf={(row) => row.id}
      to={(row) => ({ id: row.id })}
    >
      {id !== undefined && (
        <OpenedPanel
          title={t.opened}
          missing={t.missing}
          query={{ data: opened, error, refetch }}
          onClose={close}
        >
          {(found) => <Details destination={found} onDone={close} />}
        </OpenedPanel>
      )}
    </ListPage>
  );
}

interface DetailsProps {
  readonly destination: DisbursementDestination;
  readonly onDone: () => void;
}

function Details({ destination, onDone }: DetailsProps) {
  const { id, status, partner_uid, account_id, saved_by, decided_by } = destination;
  const { name } = payeeOf(destination);
  const canManage = useScope('disbursements:manage');
  // What was decided leaves the list, and with it this panel: it closes before the list is read again.
  const confirm = useChange(
    NOUN,
    async () => {
      await partner.managedDisbursements.confirmDestination(id);
      onDone();
    },
    () => ({ text: t.confirmed(name) }),
  );
  const refuse = useChange(
    NOUN,
    async (reason: string) => {
      await partner.managedDisbursements.refuseDestination(id, reason);
      onDone();
    },
    () => ({ text: t.refused(name) }),
  );
  const error = confirm.error ?? refuse.error;
  return (
    <>
      <Facts
        items={[
          [t.partner, partner_uid],
          [t.account, account_id],
          ...destinationFacts(destination),
          [t.savedBy, saved_by],
          [t.decidedBy, decided_by],
        ]}
      />
      {error !== null && <Problem error={error} />}
      {status === 'WAITING' && canManage && (
        <>
          <Text size="sm" c="dimmed">
            {t.about}
          </Text>
          <Group gap="sm" align="flex-start">
            <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
              {t.confirm}
            </Button>
            <AskReason
              label={t.refuse}
              about={t.aboutRefuse}
              confirm={t.confirmRefuse}
              isPending={refuse.isPending}
              onConfirm={(reason) => refuse.mutate(reason)}
            />
          </Group>
        </>
      )}
    </>
  );
}

const COLUMNS: readonly Column<DisbursementDestination>[] = [
  nameColumn('name', t.columns.name, (row) => payeeOf(row).name),
  textColumn('to', t.columns.to, (row) => payeeOf(row).account),
  textColumn('partner', t.columns.partner, ({ partner_uid }) => partner_uid),
  textColumn('account', t.columns.account, ({ account_id }) => account_id),
  textColumn(
    'status',
    t.columns.status,
    ({ status }) => t.statuses[status],
    ({ status }) => <DestinationStatus status={status} />,
  ),
  agoColumn('at', t.columns.at, ({ saved_at }) => saved_at),
];
