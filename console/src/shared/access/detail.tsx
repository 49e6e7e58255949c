import type { AccessProposal } from '@quaestor/sdk';
import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Panel } from '../panel/index.ts';
import { AskFirst, Facts, Note } from '../parts/index.ts';
import { Problem } from '../problem/index.ts';
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
  const { action, account, powers, details, proposedBy, proposedAt, endedBy, endedAt } = proposal;
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
          [t.facts.what, texts.actions[action] ?? action],
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
      {proposal.status === 'PROPOSED' && <Decision id={proposal.id} isOwn={proposal.isOwn} />}
    </Panel>
  );
}

/** Its proposer withdraws it; another admin confirms or refuses it. */
function Decision({ id, isOwn }: { id: string; isOwn: boolean }) {
  const { access } = useService();
  const client = useQueryClient();
  // A confirmed change is seen among people and clients, too.
  const options = { onSettled: () => client.invalidateQueries() };
  const confirm = useMutation({ mutationFn: () => access.confirm(id), ...options });
  const withdraw = useMutation({ mutationFn: () => access.withdraw(id), ...options });
  const refuse = useMutation({ mutationFn: () => access.refuse(id), ...options });
  const error = confirm.error ?? withdraw.error ?? refuse.error;
  return (
    <Stack gap="sm">
      {error !== null && <Problem error={error} />}
      {isOwn && <Note>{t.own}</Note>}
      <Group gap="sm">
        {isOwn ? (
          <AskFirst
            label={t.withdraw}
            question={t.askWithdraw}
            confirm={t.confirmWithdraw}
            isPending={withdraw.isPending}
            onConfirm={() => withdraw.mutate()}
          />
        ) : (
          <>
            <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
              {t.confirm}
            </Button>
            <AskFirst
              label={t.refuse}
              question={t.askRefuse}
              confirm={t.confirmRefuse}
              isPending={refuse.isPending}
              onConfirm={() => refuse.mutate()}
            />
          </>
        )}
      </Group>
    </Stack>
  );
}
