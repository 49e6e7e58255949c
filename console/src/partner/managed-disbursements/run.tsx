import type { DisbursementRun, DisbursementRunApproval, ManagedDisbursement } from '@quaestor/sdk';
import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { useChange } from '../../shared/change/index.ts';
import { IconInfoCircle } from '../../shared/icons/index.ts';
import { SectionOfRows } from '../../shared/list/index.ts';
import { Facts, Note } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useAccount } from '../../shared/session/index.ts';
import { moneyColumn, nameColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { formatInteger, formatList, formatTime } from '../../shared/text/index.ts';
import { partner } from '../api.ts';
import { usePages } from '../use-pages.ts';
import { LeftOut } from './left-out.tsx';
import { NOUN } from './queries.ts';
import { sumsOf } from './sums-of.ts';
import { texts } from './texts.ts';

const { runs: t } = texts;

/** A run, and what of it still waits for an approval. */
export function Run({ run }: { run: DisbursementRun }) {
  const { number, line_count, totals, left_out, requested_at } = run;
  const waiting = usePages<ManagedDisbursement>([NOUN, 'of-run', number], async ({ signal, ...page }) => {
    const query = { ...page, run: number, status: 'REQUESTED' as const };
    const { disbursements, count } = await partner.managedDisbursements.list(query, { signal });
    return { rows: disbursements, count };
  });
  return (
    <>
      <Facts
        items={[
          [t.columns.lines, formatInteger(line_count)],
          [t.columns.totals, totals.length > 0 && formatList(sumsOf(totals))],
          [t.columns.by, t.by(run)],
          [t.columns.at, formatTime(requested_at)],
          [t.leftOut, left_out.length > 0 && <LeftOut key="left-out" accounts={left_out} />],
        ]}
      />
      <Approve run={run} isWaiting={waiting.rows.length > 0} />
      <SectionOfRows
        texts={t.waiting}
        list={waiting}
        columns={COLUMNS}
        idOf={(row) => String(row.number)}
        to={(row) => ({
          to: '/managed-disbursements',
          search: { status: 'REQUESTED', id: String(row.number) },
        })}
      />
    </>
  );
}

interface ApproveProps {
  readonly run: DisbursementRun;
  readonly isWaiting: boolean;
}

function Approve({ run: { number, requested_by }, isWaiting }: ApproveProps) {
  const account = useAccount();
  const approve = useChange(
    NOUN,
    () => partner.managedDisbursements.approveRun(number),
    ({ approved, totals }) => ({ text: t.approved(approved, sumsOf(totals)) }),
  );
  const canManage = account?.scopes.includes('disbursements:manage') === true;
  const isOwn = requested_by === account?.login;
  return (
    <Stack gap="sm">
      {approve.error !== null && <Problem error={approve.error} />}
      {approve.data !== undefined && approve.data.left_count > 0 && <Left approval={approve.data} />}
      {isWaiting && canManage && isOwn && <Note>{t.own}</Note>}
      {isWaiting && canManage && !isOwn && (
        <div>
          <Button loading={approve.isPending} onClick={() => approve.mutate()}>
            {t.approve}
          </Button>
        </div>
      )}
    </Stack>
  );
}

/** What could not be approved with the rest. */
function Left({ approval: { left, left_count } }: { approval: DisbursementRunApproval }) {
  return (
    <Alert variant="default" role="status" icon={<IconInfoCircle size={18} />} title={t.left(left_count)}>
      <List size="sm">
        {left.map(({ number, reason }) => (
          <List.Item key={number}>{t.leftOne(number, t.leftBy[reason])}</List.Item>
        ))}
      </List>
      {left_count > left.length && <Text size="sm">{t.leftOthers(left_count - left.length)}</Text>}
    </Alert>
  );
}

const COLUMNS: readonly Column<ManagedDisbursement>[] = [
  nameColumn('number', texts.queue.columns.number, ({ number }) => String(number)),
  textColumn('partner', texts.queue.columns.partner, ({ partner_uid }) => partner_uid),
  moneyColumn(
    'amount',
    texts.queue.columns.amount,
    ({ amount }) => amount,
    ({ currency }) => currency,
  ),
  textColumn(
    'destination',
    texts.queue.columns.destination,
    ({ destination }) => destination?.name ?? texts.queue.noDestination,
  ),
];
