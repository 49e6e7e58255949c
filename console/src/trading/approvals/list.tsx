import type { Approval, VoteResult } from '@quaestor/sdk';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useOpened } from '../../shared/list/index.ts';
import { Empty, Page, Section } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { accountQuery, useService } from '../../shared/session/index.ts';
import { DataTable, textColumn, type Column } from '../../shared/table/index.ts';
import { useNow } from '../../shared/text/index.ts';
import { amountColumn, destinationColumn, venueColumn } from '../withdrawals/columns.tsx';
import { shortDestination } from '../withdrawals/destination.tsx';
import { countOf, TimeLeft } from '../withdrawals/votes.tsx';
import { approvalsQuery, waitingQuery } from './queries.ts';
import { useVote } from './use-vote.ts';
import { whyNot } from './why-not.ts';
import { texts } from './texts.ts';

const ApprovalDetail = lazy(() => import('./drawer.tsx'));

/** What waits for votes: first what this person can decide, then the rest with the reason why they cannot. */
export function Approvals() {
  const { id, open, close } = useOpened();
  const { data: account } = useQuery(accountQuery(useService()));
  const isApprover = account?.scopes.includes('approvals:edit') ?? false;
  const mine = useQuery({ ...approvalsQuery(), enabled: isApprover });
  const all = useQuery(waitingQuery());
  const now = useNow();
  // Kept here: a withdrawal on which a vote was refused may have left the list, and its reason must stay.
  const vote = useVote(close);
  const show = (row: Approval) => {
    vote.reset();
    open(row.id);
  };
  const votable = mine.data?.content ?? [];
  const votableIds = new Set(votable.map((row) => row.id));
  const others = (all.data ?? []).filter((row) => !votableIds.has(row.id));
  const shown = [...votable, ...others].find((row) => row.id === id);
  const error = mine.error ?? all.error;
  const isEmpty = all.data?.length === 0 && votable.length === 0;
  return (
    <Page title={texts.title} description={texts.about}>
      {error !== null && <Problem error={error} onRetry={() => void all.refetch()} />}
      {shown === undefined && vote.error !== null && <Problem error={vote.error} />}
      {votable.length > 0 && <Votable rows={votable} onOpen={show} />}
      {isEmpty && (
        <Empty icon={<IconChecks size={32} />} title={texts.empty.title}>
          {texts.empty.about}
        </Empty>
      )}
      {!isEmpty && votable.length === 0 && isApprover && (
        <Text size="sm" c="dimmed">
          {texts.nothingForYou}
        </Text>
      )}
      {others.length > 0 && account !== undefined && (
        <Others rows={others} reasonOf={(row) => whyNot(row, account, now)} onOpen={show} />
      )}
      <Suspense fallback={null}>
        {shown !== undefined && account !== undefined && (
          <ApprovalDetail
            key={shown.id}
            approval={shown}
            vote={vote}
            reason={votableIds.has(shown.id) ? undefined : whyNot(shown, account, now)}
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

interface OthersProps {
  readonly rows: readonly Approval[];
  readonly reasonOf: (row: Approval) => string;
  readonly onOpen: (row: Approval) => void;
}

/** A reason that holds for all rows is said once. */
function Others({ rows, reasonOf, onOpen }: OthersProps) {
  const [reason, ...further] = new Set(rows.map(reasonOf));
  const isSame = further.length === 0;
  return (
    <Section title={texts.others.title} description={isSame ? reason : undefined}>
      <DataTable
        name={texts.others.table}
        columns={isSame ? COLUMNS : [...COLUMNS, textColumn('why', texts.columns.why, reasonOf)]}
        rows={rows}
        idOf={(row) => row.id}
        onOpen={onOpen}
      />
    </Section>
  );
}

function Votable({ rows, onOpen }: { rows: readonly Approval[]; onOpen: (row: Approval) => void }) {
  const [selected, setSelected] = useState<Record<string, true>>({});
  const [refused, setRefused] = useState<readonly VoteResult[]>([]);
  const vote = useVote((results) => {
    setSelected({});
    setRefused(results);
  });
  const chosen = rows.filter(({ id }) => selected[id]);
  const cast = (decision: 'APPROVE' | 'REJECT') => vote.mutate(chosen.map(({ id }) => ({ id, decision })));
  return (
    <Stack gap="sm" component="section" aria-label={texts.votable.title}>
      {vote.error !== null && <Problem error={vote.error} />}
      {refused.map(({ id, detail }) => (
        <Problem key={id} error={new Error(texts.votable.refused(id, detail ?? ''))} />
      ))}
      <DataTable
        name={texts.votable.title}
        columns={COLUMNS}
        rows={rows}
        idOf={(row) => row.id}
        onOpen={onOpen}
        selection={{ selected, onChange: setSelected, canSelect: () => true, nameOf }}
        tools={
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            onClick={() =>
              setSelected(
                chosen.length === rows.length
                  ? {}
                  : Object.fromEntries(rows.map(({ id }) => [id, true as const])),
              )
            }
          >
            {chosen.length === rows.length ? texts.votable.selectNone : texts.votable.selectAll}
          </Button>
        }
      />
      {chosen.length > 0 && (
        <Paper withBorder p="sm" pos="sticky" bottom={16} shadow="sm">
          <Group justify="space-between">
            <Text size="sm">{texts.votable.selected(chosen.length)}</Text>
            <Group gap="xs">
              <Button variant="default" disabled={vote.isPending} onClick={() => cast('REJECT')}>
                {texts.reject}
              </Button>
              <Button loading={vote.isPending} onClick={() => cast('APPROVE')}>
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

const COLUMNS: readonly Column<Approval>[] = [
  amountColumn,
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
