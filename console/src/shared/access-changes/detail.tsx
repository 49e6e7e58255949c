import type { AccessProposal } from '@quaestor/sdk';
import type { ReactNode } from 'react';
import { nameOfChange } from '../access/index.ts';
import { Panel } from '../panel/index.ts';
import { Facts } from '../parts/index.ts';
import { Decision } from '../proposals/index.ts';
import { useService } from '../session/index.ts';
import { formatList, formatTime } from '../text/index.ts';
import { texts } from './texts.ts';

const { detail: t } = texts;

interface DetailProps {
  readonly proposal: AccessProposal;
  readonly status: ReactNode;
  readonly onClose: () => void;
}

export function AccessDetail({ proposal, status, onClose }: DetailProps) {
  const { access } = useService();
  const { account, powers, details, proposedBy, proposedAt, endedBy, endedAt } = proposal;
  const show = (name: string): string | undefined => {
    const value: unknown = details[name];
    if (Array.isArray(value)) return value.length > 0 ? formatList(value.map(String)) : undefined;
    return typeof value === 'string' ? value : undefined;
  };
  return (
    <Panel title={account} onClose={onClose}>
      <Facts
        items={[
          [t.facts.status, status],
          [t.facts.what, nameOfChange(proposal)],
          [t.facts.powers, formatList(powers)],
          [t.facts.roles, show('roles')],
          [t.facts.scopes, show('scopes')],
          [t.facts.before, show('before')],
          [t.facts.after, show('after')],
          [t.facts.owner, show('owner')],
          [t.facts.partner, show('partnerUid')],
          [t.facts.by, t.who(proposedBy, formatTime(proposedAt))],
          [
            t.facts.ended,
            proposal.status !== 'ANNOUNCED' &&
              endedBy !== null &&
              endedAt !== null &&
              t.who(endedBy, formatTime(endedAt)),
          ],
        ]}
      />
      {proposal.status === 'PROPOSED' && (
        <Decision
          id={proposal.id}
          isOwn={proposal.isOwn}
          verbs={{
            confirm: (id) => access.confirm(id),
            refuse: (id) => access.refuse(id),
            withdraw: (id) => access.withdraw(id),
          }}
          texts={t}
        />
      )}
    </Panel>
  );
}
