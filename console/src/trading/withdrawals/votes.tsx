import type { Approval } from '@quaestor/sdk';
import { Group, Stack, Text } from '@mantine/core';
import { Status } from '../../shared/parts/index.ts';
import { Ago, formatRemaining, useNow } from '../../shared/text/index.ts';
import { texts } from './texts.ts';

/** How many of the votes it needs it has. */
export const countOf = ({ approvals: { votes, required } }: Pick<Approval, 'approvals'>): string =>
  texts.votes.count(votes.filter(({ decision }) => decision === 'APPROVE').length, required);

export function TimeLeft({ expiresAt }: { expiresAt: string | null }) {
  const now = useNow();
  return <>{expiresAt === null ? texts.votes.noLimit : formatRemaining(expiresAt, now)}</>;
}

export function Votes({ approval }: { approval: Pick<Approval, 'approvals'> }) {
  const { votes } = approval.approvals;
  return (
    <Stack gap={4}>
      <Text span inherit>
        {texts.votes.approvals(countOf(approval))}
      </Text>
      {votes.map(({ voter, decision, comment, at }) => (
        <Group key={voter} gap="xs">
          <Status
            code={decision}
            tone={decision === 'APPROVE' ? 'good' : 'bad'}
            label={decision === 'APPROVE' ? texts.votes.approved(voter) : texts.votes.rejected(voter)}
          />
          <Text span inherit c="dimmed">
            <Ago at={at} />
          </Text>
          {comment !== null && (
            <Text span inherit c="dimmed">
              {texts.votes.comment(comment)}
            </Text>
          )}
        </Group>
      ))}
    </Stack>
  );
}
