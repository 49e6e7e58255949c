import type { WithdrawalEvent } from '@quaestor/sdk';
import { Spoiler, Text } from '@mantine/core';
import { CodeBlock } from '../../shared/parts/index.ts';
import { Timeline, type TimelineItem } from '../../shared/timeline/index.ts';
import { sentenceOf, nameOf } from '../../shared/text/index.ts';
import { texts } from './texts.ts';

type Shown = Pick<TimelineItem, 'title' | 'tone'>;

/** One for each action. An action of a newer server is shown by its name. */
const RENDERERS: Readonly<Record<string, (event: WithdrawalEvent) => Shown>> = {
  'withdrawal.create': ({ status }) => ({
    title: status === 'APPROVAL_REQUESTED' ? texts.timeline.waits : texts.timeline.requested,
    tone: 'idle',
  }),
  'withdrawal.vote': ({ details }) =>
    details['decision'] === 'REJECT'
      ? { title: texts.timeline.rejected, tone: 'bad' }
      : { title: texts.timeline.approved, tone: 'good' },
  'withdrawal.attempt': ({ details }) => ({
    title: texts.timeline.steps[String(details['step'])] ?? texts.timeline.nextStep,
    tone: 'busy',
  }),
  'withdrawal.conclude': ({ status }) =>
    CONCLUSIONS[status ?? ''] ?? { title: texts.timeline.answered, tone: 'idle' },
  'withdrawal.settle': ({ status, reason, details }) =>
    (status === 'SUBMITTED' && details['receipt'] === null
      ? waitingAt(reason)
      : SETTLEMENTS[status ?? '']) ?? {
      title: texts.timeline.settled(sentenceOf(status ?? '')),
      tone: 'bad',
    },
  'withdrawal.cancel': () => ({ title: texts.timeline.cancelled, tone: 'bad' }),
  'withdrawal.screen': ({ details }) => {
    const verdict = String(details['verdict']);
    return {
      title: texts.timeline.screened[verdict] ?? sentenceOf(verdict),
      tone: SCREENINGS[verdict] ?? 'idle',
    };
  },
  'withdrawal.expire': ({ status, details }) => {
    if (details['verdict'] !== 'SILENCE') return { title: texts.timeline.expired, tone: 'bad' };
    return status === 'CANCELLED'
      ? { title: texts.timeline.unscreened, tone: 'bad' }
      : { title: texts.timeline.silent, tone: 'busy' };
  },
  'withdrawal.resolve': () => ({ title: texts.timeline.resolved, tone: 'idle' }),
};

const SCREENINGS: Readonly<Record<string, Shown['tone']>> = { PASS: 'good', REFUSE: 'bad', HOLD: 'busy' };

/** Without a transaction, what has changed is what the venue waits for. */
const waitingAt = (reason: string | null): Shown => ({
  title: reason === null ? texts.timeline.goesOn : texts.timeline.waitsThere,
  tone: 'busy',
});

const SETTLEMENTS: Readonly<Record<string, Shown>> = {
  // The venue names the transaction before it is final.
  SUBMITTED: { title: texts.timeline.broadcast, tone: 'busy' },
  COMPLETED: { title: texts.timeline.completed, tone: 'good' },
};

const CONCLUSIONS: Readonly<Record<string, Shown>> = {
  SUBMITTED: { title: texts.timeline.accepted, tone: 'good' },
  FAILED: { title: texts.timeline.refused, tone: 'bad' },
};

export function WithdrawalTimeline({ events }: { events: readonly WithdrawalEvent[] }) {
  return <Timeline label={texts.timeline.label} items={events.map(toItem)} />;
}

const toItem = (event: WithdrawalEvent, index: number): TimelineItem =>
  itemOf(event, index, RENDERERS[event.action]?.(event) ?? { title: sentenceOf(event.action), tone: 'idle' });

type Entry = Pick<WithdrawalEvent, 'at' | 'actor' | 'action' | 'reason' | 'details'>;

/** An entry of a history, with its record behind a click. */
export function itemOf(
  { at, actor, action, reason, details }: Entry,
  index: number,
  shown: Shown,
): TimelineItem {
  return {
    ...shown,
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
        <Spoiler
          maxHeight={0}
          showLabel={texts.timeline.show}
          hideLabel={texts.timeline.hide}
          styles={{
            control: { fontSize: 'var(--mantine-font-size-xs)', color: 'var(--mantine-color-dimmed)' },
          }}
        >
          <CodeBlock>{JSON.stringify(details, null, 2)}</CodeBlock>
        </Spoiler>
      </>
    ),
  };
}
