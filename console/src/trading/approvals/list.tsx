import type { Approval } from '@quaestor/sdk';
import { Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { later } from '../../shared/later/index.ts';
import { IconChecks } from '../../shared/icons/index.ts';
import { useOpened } from '../../shared/list/index.ts';
import { groupDigits } from '../../shared/money/index.ts';
import { Empty, Page, Section } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { DataTable, digitsColumn, textColumn, type Column, type Rows } from '../../shared/table/index.ts';
import { useNow } from '../../shared/text/index.ts';
import { useValues } from '../valuation/use-values.ts';
import { amountColumn, destinationColumn, venueColumn } from '../withdrawals/columns.tsx';
import { shortDestination } from '../withdrawals/destination.tsx';
import { countOf, TimeLeft } from '../withdrawals/votes.tsx';
import { obstacleOf } from './obstacle.ts';
import { approvalQuery, useOthers, useVotable } from './queries.ts';
import { Refused } from './refused.tsx';
import { useVote, useVotes, type Refusal } from './use-vote.ts';
import { texts } from './texts.ts';

const ApprovalDetail = later(() => import('./drawer.tsx'));

type Values = ReturnType<typeof useValues>;

/** As many votes as the server takes at once. */
const MOST = 100;

/** What waits for votes: first what this person can decide, then the rest with the reason why they cannot. */
export function Approvals() {
  const { id, open, close } = useOpened();
  const isApprover = useScope('approvals:edit');
  const votable = useVotable(isApprover);
  const others = useOthers();
  const opened = useQuery({ ...approvalQuery(id ?? ''), enabled: id !== undefined });
  // Kept here: a withdrawal on which a vote was refused may have left the list, and its reason must stay.
  const vote = useVote(close);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const votes = useVotes(setRefusals);
  const show = (row: Approval) => {
    vote.reset();
    open(row.id);
  };
  const listed = [...votable.rows, ...others.rows].find((row) => row.id === id);
  const shown = id === undefined ? undefined : (opened.data ?? listed);
  const error = votable.error ?? others.error ?? (shown === undefined ? opened.error : null);
  const isPending = votable.isPending || others.isPending;
  const isEmpty = !isPending && votable.rows.length === 0 && others.rows.length === 0;
  const retry = () =>
    Promise.all([votable.refetch(), others.refetch(), id !== undefined && opened.refetch()]);
  return (
    <Page title={texts.title} description={texts.about}>
      {error !== null && <Problem error={error} onRetry={() => void retry()} />}
      {shown === undefined && vote.error !== null && <Problem error={vote.error} />}
      {votes.error !== null && <Problem error={votes.error} />}
      {refusals.length > 0 && <Refused refusals={refusals} onDismiss={() => setRefusals([])} />}
      {isPending && error === null && <Skeleton height={240} />}
      {votable.rows.length > 0 && <Votable list={votable} votes={votes} onOpen={show} />}
      {isEmpty && error === null && (
        <Empty icon={<IconChecks size={32} />} title={texts.empty.title}>
          {texts.empty.about}
        </Empty>
      )}
      {!isPending && !isEmpty && votable.rows.length === 0 && isApprover && votable.error === null && (
        <Text size="sm" c="dimmed">
          {texts.nothingForYou}
        </Text>
      )}
      {!isPending && others.rows.length > 0 && <Others list={others} onOpen={show} />}
      <Suspense fallback={null}>
        {shown !== undefined && (
          <ApprovalDetail
            key={shown.id}
            approval={shown}
            vote={vote}
            onClose={() => {
              vote.reset();
              close();
            }}
          />
        )}
      </Suspense>
    </Page>
  );
}

interface ListProps {
  readonly list: Rows<Approval>;
  readonly onOpen: (row: Approval) => void;
}

/** A reason that holds for all rows is said once. */
function Others({ list: { rows, total, onEnd, isLoading }, onOpen }: ListProps) {
  const now = useNow();
  const columns = columnsOf(useValues(rows.map(({ asset }) => asset.code)));
  const reasonOf = (row: Approval): string => {
    const obstacle = obstacleOf(row, now);
    return obstacle === undefined ? '' : texts.cannotVote[obstacle];
  };
  const [reason, ...further] = new Set(rows.map(reasonOf));
  const isSame = further.length === 0;
  return (
    <Section title={texts.others.title} description={isSame ? reason : undefined}>
      <DataTable
        name={texts.others.table}
        columns={isSame ? columns : [...columns, textColumn('why', texts.columns.why, reasonOf)]}
        rows={rows}
        total={total}
        onEnd={onEnd}
        isLoading={isLoading}
        idOf={(row) => row.id}
        onOpen={onOpen}
      />
    </Section>
  );
}

interface VotableProps extends ListProps {
  readonly votes: ReturnType<typeof useVotes>;
}

function Votable({ list: { rows, total, onEnd, isLoading }, votes, onOpen }: VotableProps) {
  const [selected, setSelected] = useState<Record<string, true>>({});
  const chosen = rows.filter(({ id }) => selected[id]);
  const selectable = rows.slice(0, MOST);
  const values = useValues(rows.map(({ asset }) => asset.code));
  const sum = values.sumOf(chosen.map(({ amount, asset }) => ({ amount, asset: asset.code })));
  const cast = (decision: 'APPROVE' | 'REJECT', wanted: readonly Approval[] = chosen) =>
    votes.mutate({ decision, rows: wanted }, { onSuccess: () => setSelected({}) });
  /** A key acts on what is selected, or else on its row. */
  const byKey = (decision: 'APPROVE' | 'REJECT') => (row: Approval) => {
    if (!votes.isPending) cast(decision, chosen.length > 0 ? chosen : [row]);
  };
  return (
    <Stack gap="sm" component="section" aria-label={texts.votable.title}>
      <DataTable
        name={texts.votable.title}
        columns={columnsOf(values)}
        rows={rows}
        total={total}
        onEnd={onEnd}
        isLoading={isLoading}
        idOf={(row) => row.id}
        onOpen={onOpen}
        selection={{
          selected,
          onChange: setSelected,
          canSelect: ({ id }) => chosen.length < MOST || selected[id] === true,
          nameOf,
        }}
        keys={[
          ['a', byKey('APPROVE')],
          ['r', byKey('REJECT')],
        ]}
        tools={
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            onClick={() =>
              setSelected(
                chosen.length === selectable.length
                  ? {}
                  : Object.fromEntries(selectable.map(({ id }) => [id, true as const])),
              )
            }
          >
            {chosen.length === selectable.length
              ? texts.votable.selectNone
              : selectable.length === total
                ? texts.votable.selectAll
                : texts.votable.selectFirst(selectable.length)}
          </Button>
        }
      />
      {chosen.length > 0 && (
        <Paper withBorder p="sm" pos="sticky" bottom={16} shadow="sm">
          <Group justify="space-between">
            <Text size="sm">
              {texts.votable.selected(chosen.length, sum && `${groupDigits(sum)} ${values.currency}`)}
            </Text>
            <Group gap="xs">
              <Button variant="default" disabled={votes.isPending} onClick={() => cast('REJECT')}>
                {texts.reject}
              </Button>
              <Button loading={votes.isPending} onClick={() => cast('APPROVE')}>
                {texts.votable.approveAll(chosen.length)}
              </Button>
            </Group>
          </Group>
        </Paper>
      )}
    </Stack>
  );
}

const nameOf = (row: Approval): string =>
  texts.votable.name(amountColumn.text(row), destinationColumn.text(row), row.reference);

const columnsOf = ({ currency, valueOf }: Values): readonly Column<Approval>[] => [
  amountColumn,
  digitsColumn(
    'value',
    texts.columns.value(currency),
    ({ amount, asset }) => valueOf({ amount, asset: asset.code }) ?? texts.noValue,
    () => currency,
  ),
  {
    ...destinationColumn,
    cell: (row) => (
      <span style={{ whiteSpace: 'nowrap' }}>
        {shortDestination(row)}
        {row.decision?.destination === 'NEW' && (
          <Text span inherit c="var(--quaestor-warn)">
            {' '}
            {texts.new}
          </Text>
        )}
      </span>
    ),
  },
  venueColumn,
  textColumn('reference', texts.columns.reference, ({ reference }) => reference),
  textColumn('requester', texts.columns.requestedBy, ({ requestedBy }) => requestedBy),
  textColumn('votes', texts.columns.approvals, countOf),
  {
    id: 'left',
    header: texts.columns.left,
    align: 'right',
    text: ({ approvals }) => approvals.expiresAt ?? '',
    cell: ({ approvals }) => <TimeLeft expiresAt={approvals.expiresAt} />,
  },
];
