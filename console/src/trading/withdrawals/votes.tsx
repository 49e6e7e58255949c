import type { Approval } from '@quaestor/sdk';
import { Group, Stack, Text } from '@mantine/core';
import { Status } from '../../shared/parts/index.ts';
import { Ago, formatRemaining, useNow } from '../../shared/text/index.ts';

/** How many of the votes it needs it has. */
export const countOf = ({ approvals: { votes, required } }: Pick<Approval, 'approvals'>): string =>
  `${votes.filter(({ decision }) => decision === 'APPROVE').length} of ${required}`;

export function TimeLeft({ expiresAt }: { expiresAt: string | null }) {
  const now = useNow();
  return <>{expiresAt === null ? 'No limit' : formatRemaining(expiresAt, now)}</>;
}

export function Votes({ approval }: { approval: Pick<Approval, 'approvals'> }) {
  const { votes } = approval.approvals;
  return (
    <Stack gap={4}>
      <Text span inherit>
        {countOf(approval)} approvals
      </Text>
      {votes.map(({ voter, decision, comment, at }) => (
        <Group key={voter} gap="xs">
          <Status
            code={decision}
            tone={decision === 'APPROVE' ? 'good' : 'bad'}
            label={`${voter} ${decision === 'APPROVE' ? 'approved' : 'rejected'}`}
          />
          <Ago at={at} c="dimmed" />
          {comment !== null && (
            <Text span inherit c="dimmed">
              “{comment}”
            </Text>
          )}
        </Group>
      ))}
    </Stack>
  );
}
