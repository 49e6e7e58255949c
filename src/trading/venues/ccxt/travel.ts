import { AsyncLocalStorage } from 'node:async_hooks';
import { request as httpRequest, Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { request as httpsRequest, Agent as HttpsAgent } from 'node:https';
import { notSent, unknown, type Call, type Outcome } from '../port.ts';

const MAX_CONNECTIONS = 16;
const ANSWER_LIMIT_BYTES = 64 * 1024 * 1024;

/**
 * What became of the newest request of a call: none was made yet, it did not leave, it may have left and has no
 * answer, or it was answered.
 */
export type Fate = 'none' | 'stayed' | 'left' | { readonly status: number; readonly body: string };

interface Trip extends Call {
  fate: Fate;
  /** The call has ended: whatever the library still wants to send for it stays here. */
  isOver: boolean;
}

/** A request as ccxt hands it to its transport. */
interface FetchRequest {
  readonly method: string;
  readonly headers?: Record<string, string> | undefined;
  readonly body?: string | undefined;
}

export interface Travel {
  /** Takes the place of ccxt's own transport, so that the fate of every request is known. */
  readonly fetch: (url: string, request: FetchRequest) => Promise<FetchAnswer>;
  /** The deadline of the call that is being made just now. */
  deadline(): Date | undefined;
  /** Does something with ccxt within the bounds of a call; `explain` sorts an error by the fate it had. */
  make<T>(
    call: Call,
    action: (fate: () => Fate) => Promise<Outcome<T>>,
    explain: (error: unknown, fate: Fate) => Outcome<never>,
  ): Promise<Outcome<T>>;
  close(): void;
}

interface FetchAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: IncomingMessage['headers'];
  text(): Promise<string>;
}

/** The way to an exchange. Requests know to which call they belong, through whatever queues the library puts them. */
export function openTravel(now: () => Date): Travel {
  const trips = new AsyncLocalStorage<Trip>();
  const agents = {
    'http:': new HttpAgent({ keepAlive: true, maxSockets: MAX_CONNECTIONS }),
    'https:': new HttpsAgent({ keepAlive: true, maxSockets: MAX_CONNECTIONS }),
  };
  const sendings = { 'http:': httpRequest, 'https:': httpsRequest };

  /** From the connection on, and on a connection that was kept open from the start, the request may have left. */
  function send(url: URL, request: FetchRequest, trip: Trip): Promise<FetchAnswer> {
    const protocol = url.protocol === 'http:' ? 'http:' : 'https:';
    trip.fate = 'stayed';
    return new Promise((resolve, reject) => {
      const { method, headers = {}, body } = request;
      const outgoing = sendings[protocol](url, { method, headers, agent: agents[protocol] });
      const waitMs = trip.deadline.getTime() - now().getTime();
      const timer = setTimeout(() => fail(new Error('The venue did not answer in time.')), waitMs);
      const giveUp = (): void => fail(new Error('The call was given up.'));
      trip.signal?.addEventListener('abort', giveUp);

      function settle(): void {
        clearTimeout(timer);
        trip.signal?.removeEventListener('abort', giveUp);
      }
      /** The connection goes with the request: a late answer must not meet the next request on it. */
      function fail(error: Error): void {
        settle();
        reject(error);
        outgoing.destroy();
      }

      outgoing.once('socket', (socket) => {
        if (!socket.connecting) trip.fate = 'left';
        else socket.once(protocol === 'http:' ? 'connect' : 'secureConnect', () => (trip.fate = 'left'));
      });
      // In words of our own: the library would put the signed address into its message.
      outgoing.on('error', (error) => fail(new Error(`The connection failed: ${error.message}.`)));
      outgoing.on('close', () => fail(new Error('The connection was closed without an answer.')));
      outgoing.on('response', (answer) => {
        collect(answer, fail, (text) => {
          settle();
          const status = answer.statusCode ?? 0;
          trip.fate = { status, body: text };
          const { statusMessage: statusText = '', headers } = answer;
          resolve({ status, statusText, headers, text: () => Promise.resolve(text) });
        });
      });
      outgoing.end(body);
    });
  }

  return {
    deadline: () => trips.getStore()?.deadline,
    async fetch(url, request) {
      const trip = trips.getStore() ?? {
        deadline: new Date(now().getTime() + 10_000),
        fate: 'none',
        isOver: false,
      };
      if (trip.isOver || trip.deadline <= now())
        throw new Error('The deadline had passed before the request was sent.');
      return send(new URL(url), request, trip);
    },
    async make(call, action, explain) {
      if (call.deadline <= now()) return notSent('The deadline had passed before the request was sent.');
      if (call.signal?.aborted) return notSent('The call was given up before it was sent.');
      const trip: Trip = { ...call, fate: 'none', isOver: false };
      const ended = endOf(call, now());
      try {
        const outcome = await Promise.race([trips.run(trip, () => action(() => trip.fate)), ended.promise]);
        if (outcome !== undefined) return outcome;
        const reason = 'The venue did not answer in time.';
        return trip.fate === 'none' || trip.fate === 'stayed' ? notSent(reason) : unknown(reason);
      } catch (error) {
        return explain(error, trip.fate);
      } finally {
        trip.isOver = true;
        ended.cancel();
      }
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
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

function collect(answer: IncomingMessage, fail: (error: Error) => void, done: (text: string) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  answer.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > ANSWER_LIMIT_BYTES) fail(new Error('The answer is too large.'));
    else chunks.push(chunk);
  });
  answer.on('error', fail);
  answer.on('end', () => done(Buffer.concat(chunks).toString('utf8')));
}

export const isAnswered = (fate: Fate): fate is Exclude<Fate, string> => typeof fate === 'object';
