import { Type, type Static } from 'typebox';
import { below, seeded, type Random } from './engine/random.ts';
import { OPERATIONS, type Operation } from './protocol.ts';

const Milliseconds = Type.Integer({ minimum: 0, maximum: 60_000 });

/** Faults of a call. */
const CallFault = Type.Union([
  /** Delays the request before it is processed. */
  Type.Object({ type: Type.Literal('delay'), ms: Milliseconds }),
  /** Delays the answer. */
  Type.Object({ type: Type.Literal('delayAnswer'), ms: Milliseconds }),
  Type.Object({
    type: Type.Literal('refuse'),
    status: Type.Integer({ minimum: 400, maximum: 499 }),
    code: Type.String({ minLength: 1, maxLength: 128 }),
    message: Type.String(),
  }),
  /** Answers 500 and does nothing. */
  Type.Object({ type: Type.Literal('error') }),
  /** Processes the request and answers as if it had failed. */
  Type.Object({
    type: Type.Literal('refuseAfterwards'),
    status: Type.Integer({ minimum: 200, maximum: 599 }),
    code: Type.String({ minLength: 1, maxLength: 128 }),
    message: Type.String(),
  }),
  /** Processes the request and answers 500. */
  Type.Object({ type: Type.Literal('errorAfterwards') }),
  /** Drops the request and closes the connection. */
  Type.Object({ type: Type.Literal('lose') }),
  /** Processes the request and closes the connection without an answer. */
  Type.Object({ type: Type.Literal('drop') }),
  /** Processes the request and answers something outside the protocol. */
  Type.Object({ type: Type.Literal('garble') }),
  /** Sends the answer again when the next request arrives on the same connection. */
  Type.Object({ type: Type.Literal('answerTwice') }),
  /** Accepts a withdrawal that will fail once it has been processed. */
  Type.Object({ type: Type.Literal('failLater'), reason: Type.String({ minLength: 1 }) }),
]);

/** Faults of a book change. */
const FeedFault = Type.Union([
  Type.Object({ type: Type.Literal('gap') }),
  Type.Object({ type: Type.Literal('duplicate') }),
  /** Swaps the change with the next one. */
  Type.Object({ type: Type.Literal('reorder') }),
  Type.Object({ type: Type.Literal('badChecksum') }),
  Type.Object({ type: Type.Literal('disconnect') }),
  /** Sends nothing more on this connection, not even heartbeats. */
  Type.Object({ type: Type.Literal('silence') }),
]);

/** A rule applies to matching calls with its probability (default: always) and at most `times` times. */
const when = {
  times: Type.Optional(Type.Integer({ minimum: 1 })),
  probability: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  seed: Type.Optional(Type.String()),
};

export const FaultRule = Type.Union([
  Type.Object(
    { operation: Type.Literal('feed'), fault: FeedFault, ...when },
    { additionalProperties: false },
  ),
  Type.Object(
    { operation: Type.Enum(['*', ...(Object.keys(OPERATIONS) as Operation[])]), fault: CallFault, ...when },
    { additionalProperties: false },
  ),
]);

export type FaultRule = Static<typeof FaultRule>;
export type CallFault = Static<typeof CallFault>;
type FeedFault = Static<typeof FeedFault>;

/** Planned faults. All matching rules apply, so that a call may be both slow and lost. */
export interface FaultPlan {
  add(rule: FaultRule): void;
  clear(): void;
  drawForCall(operation: Operation): CallFault[];
  drawForFeed(): FeedFault[];
}

export function createFaultPlan(): FaultPlan {
  let planned: { rule: FaultRule; left: number; random: Random }[] = [];

  function draw(matches: (operation: FaultRule['operation']) => boolean): FaultRule[] {
    const struck = planned.filter(
      ({ rule, random }) => matches(rule.operation) && isStruck(random, rule.probability ?? 1),
    );
    for (const entry of struck) entry.left -= 1;
    planned = planned.filter(({ left }) => left > 0);
    return struck.map(({ rule }) => rule);
  }

  return {
    add: (rule) =>
      void planned.push({ rule, left: rule.times ?? Infinity, random: seeded(rule.seed ?? rule.fault.type) }),
    clear: () => (planned = []),
    drawForCall: (operation) =>
      draw((other) => other === '*' || other === operation).flatMap((rule) =>
        rule.operation === 'feed' ? [] : rule.fault,
      ),
    drawForFeed: () =>
      draw((other) => other === 'feed').flatMap((rule) => (rule.operation === 'feed' ? rule.fault : [])),
  };
}

const isStruck = (random: Random, probability: number): boolean =>
  below(random, 1_000_000) < probability * 1_000_000;
