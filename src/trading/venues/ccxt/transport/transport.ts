import { later } from '../../../../kernel/index.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  answered,
  CLOCK_MARGIN_MS,
  notSent,
  refused,
  unknown,
  type Call,
  type NotSent,
  type Outcome,
  type Refused,
} from '../../port/index.ts';
import { openConnection, type Connection, type WireAnswer, type WireRequest } from './connection.ts';
import { faultOf, isLookup, type Expected } from './guard.ts';

const LOOKUP_WITHIN_MS = 10_000;

/**
 * What became of the newest request of a call: none was made yet, it was not sent, it may have been sent and has no
 * answer, or it was answered.
 */
export type Delivery =
  | 'none'
  | 'unsent'
  | 'sent'
  | {
      readonly status: number;
      readonly body: string;
      /** How far our clock certainly is ahead of that of the answer; zero where both may agree. */
      readonly aheadMs?: number;
    };

interface CallState extends Call {
  delivery: Delivery;
  /** The call has ended: whatever the library still wants to send for it stays here. */
  isOver: boolean;
  /** Set while money may be moved. */
  guard?: { readonly expected: Expected; isSpent: boolean } | undefined;
  /** What became of the request that moves money, whatever the call asks afterwards. */
  moneyDelivery?: Delivery;
  /** Why the guard let nothing be sent. */
  stopped?: Refused | NotSent;
}

export interface Transport {
  /** Takes the place of ccxt's own transport, so that the delivery of every request is known. */
  readonly fetch: (url: string, request: WireRequest) => Promise<FetchAnswer>;
  /** The deadline of the call that is being made just now. */
  deadline(): Date | undefined;
  /** What became of the newest request of this call. */
  delivery(): Delivery;
  /** How far our clock certainly was ahead at the newest answer of any call that had a time. */
  aheadMs(): number | undefined;
  /** Why nothing may be sent that moves money: the clocks differ too much. */
  clockFault(): string | undefined;
  /** Does something with ccxt within the bounds of a call; `explain` sorts an error by the delivery it had. */
  make<T>(
    call: Call,
    action: () => Promise<Outcome<T>>,
    explain: (error: unknown, delivery: Delivery) => Outcome<never>,
  ): Promise<Outcome<T>>;
  /**
   * Lets the library send one request that moves money, and only if everything expected stands in it. `classify` sorts an
   * error by the delivery of that request alone.
   */
  guard<T>(
    expected: Expected,
    action: () => Promise<T>,
    classify: (error: unknown, delivery: Delivery) => Outcome<never>,
  ): Promise<Outcome<T>>;
  close(): void;
}

interface FetchAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: unknown;
  text(): Promise<string>;
}

/** Sends the requests of ccxt. Each knows to which call it belongs, through whatever queues the library puts it. */
export function openTransport(now: () => Date, connection: Connection = openConnection(now)): Transport {
  const states = new AsyncLocalStorage<CallState>();
  let newestAheadMs: number | undefined;

  function clockFault(): string | undefined {
    const aheadMs = newestAheadMs ?? 0;
    if (Math.abs(aheadMs) <= CLOCK_MARGIN_MS) return undefined;
    const seconds = Math.round(Math.abs(aheadMs) / 1000);
    return `The clock of this machine is ${seconds} s ${aheadMs < 0 ? 'behind' : 'ahead of'} that of the venue.`;
  }

  async function send(
    url: URL,
    request: WireRequest,
    state: CallState,
    isMoney = false,
  ): Promise<FetchAnswer> {
    const note = (delivery: Delivery): void => {
      state.delivery = delivery;
      if (isMoney) state.moneyDelivery = delivery;
    };
    note('unsent');
    let sentAt = now();
    const answer = await connection.send(url, request, state, () => {
      // The outcome of the call says already that nothing was sent.
      if (state.isOver) throw new Error('The call had ended before the request was sent.');
      sentAt = now();
      note('sent');
    });
    const { status, statusText, headers, body } = answer;
    const clock = aheadOf(headers, sentAt, now());
    newestAheadMs = clock.aheadMs ?? newestAheadMs;
    note({ status, body, ...clock });
    return { status, statusText, headers, text: () => Promise.resolve(body) };
  }

  /** Questions that the library asks before it moves money may pass; they leave nothing behind if they fail. */
  async function sendGuarded(url: URL, request: WireRequest, state: CallState): Promise<FetchAnswer> {
    const { guard } = state;
    if (!guard) return send(url, request, state);
    if (!guard.isSpent && isLookup(url, request, guard.expected)) {
      try {
        return await send(url, request, state);
      } catch (error) {
        state.delivery = 'unsent';
        throw error;
      }
    }
    if (guard.isSpent) throw new Error('Nothing was sent: the library wants to send a second request.');
    const fault = faultOf(url, request, guard.expected);
    const clockFaultNow = clockFault();
    if (fault !== undefined) state.stopped = refused('request_guard', `Nothing was sent: ${fault}.`);
    else if (clockFaultNow !== undefined) state.stopped = notSent(clockFaultNow, 'clock');
    if (state.stopped) throw new Error(state.stopped.reason);
    guard.isSpent = true;
    const headers = { ...request.headers, ...guard.expected.headers };
    return send(url, { ...request, headers }, state, true);
  }

  return {
    deadline: () => states.getStore()?.deadline,
    delivery: () => states.getStore()?.delivery ?? 'none',
    aheadMs: () => newestAheadMs,
    clockFault,
    async fetch(url, request) {
      const state = states.getStore() ?? {
        deadline: later(now(), LOOKUP_WITHIN_MS),
        delivery: 'none',
        isOver: false,
      };
      if (state.isOver || state.deadline <= now())
        throw new Error('The deadline had passed before the request was sent.');
      return sendGuarded(new URL(url), request, state);
    },
    async make(call, action, explain) {
      if (call.deadline <= now()) return notSent('The deadline had passed before the request was sent.');
      if (call.signal?.aborted) return notSent('The call was cancelled before it was sent.');
      const state: CallState = { ...call, delivery: 'none', isOver: false };
      const ended = endOf(call, now());
      try {
        const outcome = await Promise.race([states.run(state, action), ended.promise]);
        if (outcome !== undefined) return outcome;
        const reason = 'The venue did not answer in time.';
        return mayBeSent(state.delivery) || mayBeSent(state.moneyDelivery)
          ? unknown(reason, 'unreachable')
          : notSent(reason, 'unreachable');
      } catch (error) {
        return explain(error, mayBeSent(state.moneyDelivery) ? 'sent' : state.delivery);
      } finally {
        state.isOver = true;
        ended.cancel();
      }
    },
    async guard(expected, action, classify) {
      const state = states.getStore();
      if (!state) throw new Error('Money moves only within a call.');
      state.guard = { expected, isSpent: false };
      state.moneyDelivery = 'none';
      try {
        const result = await action();
        // The library makes an empty result of whatever it cannot read.
        if (!isJson(state.moneyDelivery)) throw new Error('The venue answered something else than JSON.');
        return answered(result);
      } catch (error) {
        return state.stopped && state.moneyDelivery === 'none'
          ? state.stopped
          : classify(error, state.moneyDelivery);
      } finally {
        state.guard = undefined;
      }
    },
    close: () => connection.close(),
  };
}

/** The venue wrote the time, in whole seconds, after the request left and before its answer came. */
function aheadOf(
  { date, age }: WireAnswer['headers'],
  sentAt: Date,
  cameAt: Date,
): { readonly aheadMs?: number } {
  const at = Date.parse(date ?? '');
  // What a cache has kept says nothing about the present.
  if (Number.isNaN(at) || age !== undefined) return {};
  const [least, most] = [sentAt.getTime() - at - 1_000, cameAt.getTime() - at];
  return { aheadMs: least > 0 ? least : Math.min(most, 0) };
}

/** Resolves when the call's time is up, or it is cancelled. */
function endOf({ deadline, signal }: Call, now: Date) {
  const over = new AbortController();
  const end = (): void => over.abort();
  const timer = setTimeout(end, deadline.getTime() - now.getTime());
  signal?.addEventListener('abort', end);
  return {
    promise: new Promise<undefined>((resolve) => {
      over.signal.addEventListener('abort', () => resolve(undefined));
    }),
    cancel() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    },
  };
}

const mayBeSent = (delivery: Delivery | undefined): boolean =>
  delivery !== undefined && delivery !== 'none' && delivery !== 'unsent';

export const isAnswered = (delivery: Delivery): delivery is Exclude<Delivery, string> =>
  typeof delivery === 'object';

/** Whether the newest request was answered with a JSON document. */
export function isJson(delivery: Delivery): boolean {
  try {
    const value: unknown = isAnswered(delivery) ? JSON.parse(delivery.body) : undefined;
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
