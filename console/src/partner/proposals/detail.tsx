import type { Proposal } from '@quaestor/sdk';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Panel } from '../../shared/panel/index.ts';
import { Facts } from '../../shared/parts/index.ts';
import { Loaded, Problem } from '../../shared/problem/index.ts';
import { Decision } from '../../shared/proposals/index.ts';
import { useAccount } from '../../shared/session/index.ts';
import { formatTime } from '../../shared/text/index.ts';
import { partner } from '../api.ts';
import { Preview } from '../terms/preview.tsx';
import { TierPreview } from '../tiers/preview.tsx';
import { ProposedFacts } from './facts.tsx';
import { lastMonthQuery, proposalQuery, tierPreviewQuery } from './queries.ts';
import { ProposalStatus } from './status.tsx';
import { texts } from './texts.ts';

const { detail: t } = texts;

export function ProposalDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, isPending } = useQuery(proposalQuery(id));
  return (
    <Panel title={data === undefined ? t.title : texts.summary(data)} onClose={onClose}>
      {error !== null && <Problem error={error} />}
      {isPending && <Skeleton height={240} />}
      {data !== undefined && <Details proposal={data} />}
    </Panel>
  );
}

function Details({ proposal }: { proposal: Proposal }) {
  const { status, kind, action, facts, reason, proposed_by, proposed_at, ended_by, ended_at, batch } =
    proposal;
  const account = useAccount();
  const canEdit = account?.scopes.includes('program:edit') === true;
  return (
    <>
      <Facts
        items={[
          [t.facts.status, <ProposalStatus key="status" status={status} />],
          [t.facts.by, t.who(proposed_by, formatTime(proposed_at))],
          [t.facts.reason, reason],
          [t.facts.ended, ended_by !== null && ended_at !== null && t.who(ended_by, formatTime(ended_at))],
          [t.facts.batch, batch],
        ]}
      />
      <ProposedFacts kind={kind} action={action} facts={facts} isWaiting={status === 'PROPOSED'} />
      {status === 'PROPOSED' && kind === 'tariffs' && action === 'send' && <LastMonth tariffs={facts} />}
      {status === 'PROPOSED' && kind === 'tier-changes' && action === 'send' && <WouldPay changes={facts} />}
      {status === 'PROPOSED' && canEdit && (
        <Decision
          id={proposal.id}
          isOwn={proposed_by === account.login}
          verbs={{
            confirm: (id) => partner.proposals.confirm(id),
            refuse: (id) => partner.proposals.refuse(id),
            withdraw: (id) => partner.proposals.withdraw(id),
          }}
          texts={t}
        />
      )}
    </>
  );
}

/** What proposed tariffs would have paid last month, for the person who decides. */
function LastMonth({ tariffs }: { tariffs: Proposal['facts'] }) {
  return (
    <Loaded query={useQuery(lastMonthQuery(tariffs))} height={160}>
      {(result) => <Preview result={result} tariffs={tariffs} />}
    </Loaded>
  );
}

/** What proposed tier changes would pay, for the person who decides. */
function WouldPay({ changes }: { changes: Proposal['facts'] }) {
  return (
    <Loaded query={useQuery(tierPreviewQuery(changes))} height={160}>
      {(result) => <TierPreview result={result} />}
    </Loaded>
  );
}
