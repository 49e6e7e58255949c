import type { WithdrawalEvent } from '@quaestor/sdk';
import { Code, Spoiler, Text } from '@mantine/core';
import { Timeline, type TimelineItem } from '../../shared/timeline/index.ts';
import { sentenceOf } from '../../shared/text/index.ts';
import { nameOf } from '../actor.ts';

type Told = Pick<TimelineItem, 'title' | 'tone'>;

/** One for each action. An action of a newer server is shown by its name. */
const RENDERERS: Readonly<Record<string, (event: WithdrawalEvent) => Told>> = {
  'withdrawal.create': ({ status }) => ({
    title: status === 'APPROVAL_REQUESTED' ? 'Requested, waits for approval' : 'Requested',
    tone: 'idle',
  }),
  'withdrawal.vote': ({ details }) =>
    details['decision'] === 'REJECT'
      ? { title: 'Rejected', tone: 'bad' }
      : { title: 'Approved', tone: 'good' },
  'withdrawal.attempt': ({ details }) => ({
    title: STEPS[String(details['step'])] ?? 'Considered the next step',
    tone: 'busy',
  }),
  'withdrawal.conclude': ({ status }) =>
    CONCLUSIONS[status ?? ''] ?? { title: 'The venue answered', tone: 'idle' },
  'withdrawal.settle': ({ status }) => ({
    title: status === 'COMPLETED' ? 'Completed' : `Settled: ${sentenceOf(status ?? '')}`,
    tone: status === 'COMPLETED' ? 'good' : 'bad',
  }),
  'withdrawal.cancel': () => ({ title: 'Cancelled', tone: 'bad' }),
  'withdrawal.expire': () => ({ title: 'Expired without enough approvals', tone: 'bad' }),
  'withdrawal.resolve': () => ({ title: 'Resolved by a person', tone: 'idle' }),
};

const STEPS: Readonly<Record<string, string>> = {
  send: 'Sent to the venue',
  ask: 'Looked for it at the venue',
  fund: 'Moved money to the paying wallet',
  askFunding: 'Looked for the transfer to the paying wallet',
  wait: 'Waits',
  park: 'Waits for a person',
};

const CONCLUSIONS: Readonly<Record<string, Told>> = {
  SUBMITTED: { title: 'Accepted by the venue', tone: 'good' },
  FAILED: { title: 'Refused by the venue', tone: 'bad' },
};

export function WithdrawalTimeline({ events }: { events: readonly WithdrawalEvent[] }) {
  return <Timeline label="What happened" items={events.map(toItem)} />;
}

function toItem(event: WithdrawalEvent, index: number): TimelineItem {
  const { at, actor, action, reason, details } = event;
  const told = RENDERERS[action]?.(event) ?? { title: sentenceOf(action), tone: 'idle' };
  return {
    ...told,
    key: `${index} ${action}`,
    at,
    who: nameOf(`${actor.kind}:${actor.id}`),
    body: (
      <>
        {reason !== null && (
          <Text size="sm" c="dimmed">
            {reason}
          </Text>
        )}
        <Spoiler maxHeight={0} showLabel="Show the record" hideLabel="Hide the record">
          <Code block>{JSON.stringify(details, null, 2)}</Code>
        </Spoiler>
      </>
    ),
  };
}
