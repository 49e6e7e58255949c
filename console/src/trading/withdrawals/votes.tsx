import type { Approval } from '@quaestor/sdk';
import { Group, Stack, Text } from '@mantine/core';
import { Status } from '../../shared/parts/index.ts';
import { Ago, formatRemaining, formatTime, useNow } from '../../shared/text/index.ts';
import { texts } from './texts.ts';

const { screening: words } = texts;
const TONES = { PASS: 'good', REFUSE: 'bad', HOLD: 'busy', SILENCE: 'busy' } as const;

type Asked = NonNullable<Approval['screening']>;

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

/** That a screener is awaited, or what it said and why. */
export function Screening({ screening }: { screening: Asked }) {
  const { verdict, until, silence, reason, evidence, at } = screening;
  if (verdict === null) {
    return (
      <Stack gap={4}>
        <Status code="AWAITED" tone="busy" label={words.awaited(formatTime(until))} />
        <Line text={words.silence[silence]} />
      </Stack>
    );
  }
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Status code={verdict} tone={TONES[verdict]} label={labelOf(verdict, screening)} />
        {at !== null && (
          <Text span inherit c="dimmed">
            <Ago at={at} />
          </Text>
        )}
      </Group>
      {reason !== null && <Line text={reason} />}
      {evidence !== null && <Line text={words.evidence(evidence)} />}
    </Stack>
  );
}

const labelOf = (verdict: NonNullable<Asked['verdict']>, { by }: Asked): string =>
  verdict === 'SILENCE' ? words.silent : words[verdict](by ?? '');

const Line = ({ text }: { text: string }) => (
  <Text span inherit c="dimmed">
    {text}
  </Text>
);
