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
} from '../port.ts';
import { openConnection, type Connection, type WireAnswer, type WireRequest } from './connection.ts';
import { faultOf, isLookup, type Expected } from './guard.ts';

const LOOKUP_WITHIN_MS = 10_000;

/**
 * What became of the newest request of a call: none was made yet, it did not leave, it may have left and has no
 * answer, or it was answered.
 */
export type Fate =
  | 'none'
  | 'stayed'
  | 'left'
  | {
      readonly status: number;
      readonly body: string;
      /** How far our clock certainly is ahead of that of the answer; zero where both may agree. */
      readonly aheadMs?: number;
    };

interface Trip extends Call {
  fate: Fate;
  /** The call has ended: whatever the library still wants to send for it stays here. */
  isOver: boolean;
  /** Set while money may be moved. */
  guard?: { readonly expected: Expected; isSpent: boolean } | undefined;
  /** What became of the request that moves money, whatever the call asks afterwards. */
  money?: Fate;
  /** Why the guard let nothing leave. */
  stopped?: Refused | NotSent;
}

export interface Travel {
  /** Takes the place of ccxt's own transport, so that the fate of every request is known. */
  readonly fetch: (url: string, request: WireRequest) => Promise<FetchAnswer>;
  /** The deadline of the call that is being made just now. */
  deadline(): Date | undefined;
  /** What became of the newest request of this call. */
  fate(): Fate;
  /** How far our clock certainly was ahead at the newest answer of any call that had a time. */
  aheadMs(): number | undefined;
  /** Why nothing may be sent that moves money: the clocks differ too much. */
  clockFault(): string | undefined;
  /** Does something with ccxt within the bounds of a call; `explain` sorts an error by the fate it had. */
  make<T>(
    call: Call,
    action: () => Promise<Outcome<T>>,
    explain: (error: unknown, fate: Fate) => Outcome<never>,
  ): Promise<Outcome<T>>;
  /**
   * Lets the library send one request that moves money, and only if everything expected stands in it. `judge` sorts an
   * error by the fate of that request alone.
   */
  guard<T>(
    expected: Expected,
    action: () => Promise<T>,
    judge: (error: unknown, fate: Fate) => Outcome<never>,
  ): Promise<Outcome<T>>;
  close(): void;
}

interface FetchAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: unknown;
  text(): Promise<string>;
}

/** The way to an exchange. Requests know to which call they belong, through whatever queues the library puts them. */
export function openTravel(now: () => Date, connection: Connection = openConnection(now)): Travel {
  const trips = new AsyncLocalStorage<Trip>();
  let newestAheadMs: number | undefined;

  function clockFault(): string | undefined {
    const aheadMs = newestAheadMs ?? 0;
    if (Math.abs(aheadMs) <= CLOCK_MARGIN_MS) return undefined;
    const seconds = Math.round(Math.abs(aheadMs) / 1000);
    return `The clock of this machine is ${seconds} s ${aheadMs < 0 ? 'behind' : 'ahead of'} that of the venue.`;
  }

  async function send(url: URL, request: WireRequest, trip: Trip, isMoney = false): Promise<FetchAnswer> {
    const note = (fate: Fate): void => {
      trip.fate = fate;
      if (isMoney) trip.money = fate;
    };
    note('stayed');
    let leftAt = now();
    const answer = await connection.send(url, request, trip, () => {
      // The outcome of the call says already that nothing was sent.
      if (trip.isOver) throw new Error('The call had ended before the request was sent.');
      leftAt = now();
      note('left');
    });
    const { status, statusText, headers, body } = answer;
    const clock = aheadOf(headers, leftAt, now());
    newestAheadMs = clock.aheadMs ?? newestAheadMs;
    note({ status, body, ...clock });
    return { status, statusText, headers, text: () => Promise.resolve(body) };
  }

  /** Questions that the library asks before it moves money may pass; they leave nothing behind if they fail. */
  async function sendGuarded(url: URL, request: WireRequest, trip: Trip): Promise<FetchAnswer> {
    const { guard } = trip;
    if (!guard) return send(url, request, trip);
    if (!guard.isSpent && isLookup(url, request, guard.expected)) {
      try {
        return await send(url, request, trip);
      } catch (error) {
        trip.fate = 'stayed';
        throw error;
      }
    }
    if (guard.isSpent) throw new Error('Nothing was sent: the library wants to send a second request.');
    const fault = faultOf(url, request, guard.expected);
    const clockFaultNow = clockFault();
    if (fault !== undefined) trip.stopped = refused('request_guard', `Nothing was sent: ${fault}.`);
    else if (clockFaultNow !== undefined) trip.stopped = notSent(clockFaultNow, 'clock');
    if (trip.stopped) throw new Error(trip.stopped.reason);
    guard.isSpent = true;
    const headers = { ...request.headers, ...guard.expected.headers };
    return send(url, { ...request, headers }, trip, true);
  }

  return {
    deadline: () => trips.getStore()?.deadline,
    fate: () => trips.getStore()?.fate ?? 'none',
    aheadMs: () => newestAheadMs,
    clockFault,
    async fetch(url, request) {
      const trip = trips.getStore() ?? {
        deadline: new Date(now().getTime() + LOOKUP_WITHIN_MS),
        fate: 'none',
        isOver: false,
      };
      if (trip.isOver || trip.deadline <= now())
        throw new Error('The deadline had passed before the request was sent.');
      return sendGuarded(new URL(url), request, trip);
    },
    async make(call, action, explain) {
      if (call.deadline <= now()) return notSent('The deadline had passed before the request was sent.');
      if (call.signal?.aborted) return notSent('The call was given up before it was sent.');
      const trip: Trip = { ...call, fate: 'none', isOver: false };
      const ended = endOf(call, now());
      try {
        const outcome = await Promise.race([trips.run(trip, action), ended.promise]);
        if (outcome !== undefined) return outcome;
        const reason = 'The venue did not answer in time.';
        return mayHaveLeft(trip.fate) || mayHaveLeft(trip.money)
          ? unknown(reason, 'unreachable')
          : notSent(reason, 'unreachable');
      } catch (error) {
        return explain(error, mayHaveLeft(trip.money) ? 'left' : trip.fate);
      } finally {
        trip.isOver = true;
        ended.cancel();
      }
    },
    async guard(expected, action, judge) {
      const trip = trips.getStore();
      if (!trip) throw new Error('Money moves only within a call.');
      trip.guard = { expected, isSpent: false };
      trip.money = 'none';
      try {
        const result = await action();
        // The library makes an empty result of whatever it cannot read.
        if (!isJson(trip.money)) throw new Error('The venue answered something else than JSON.');
        return answered(result);
      } catch (error) {
        return trip.stopped && trip.money === 'none' ? trip.stopped : judge(error, trip.money);
      } finally {
        trip.guard = undefined;
      }
    },
    close: () => connection.close(),
  };
}

/** The venue wrote the time, in whole seconds, after the request left and before its answer came. */
function aheadOf(
  { date, age }: WireAnswer['headers'],
  leftAt: Date,
  cameAt: Date,
): { readonly aheadMs?: number } {
  const at = Date.parse(date ?? '');
  // What a cache has kept says nothing about the present.
  if (Number.isNaN(at) || age !== undefined) return {};
  const [least, most] = [leftAt.getTime() - at - 1_000, cameAt.getTime() - at];
  return { aheadMs: least > 0 ? least : Math.min(most, 0) };
}

/** Resolves when the call's time is up, or it is given up. */
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

const mayHaveLeft = (fate: Fate | undefined): boolean =>
  fate !== undefined && fate !== 'none' && fate !== 'stayed';

export const isAnswered = (fate: Fate): fate is Exclude<Fate, string> => typeof fate === 'object';

/** Whether the newest request was answered with a JSON document. */
export function isJson(fate: Fate): boolean {
  try {
    const value: unknown = isAnswered(fate) ? JSON.parse(fate.body) : undefined;
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
