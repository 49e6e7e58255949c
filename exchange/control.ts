import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { Type } from 'typebox';
import { Refusal } from './engine/refusal.ts';
import { FaultRule, type FaultPlan } from './faults.ts';
import { failure, parseJson, readBody, success, type Answer } from './http.ts';
import type { Exchange } from './open.ts';
import type { Pace } from './profiles/index.ts';
import { route, type Route } from './route.ts';
import { showBook, showEverything } from './show.ts';

/** What the control interface acts on. */
export interface Controls {
  readonly exchange: Exchange;
  readonly faults: FaultPlan;
  changePace(change: Partial<Pace>): void;
  /** Stops listening and cuts every connection of the clients. */
  goOffline(): Promise<void>;
  goOnline(): Promise<void>;
}

const BODY_LIMIT_BYTES = 4 * 1024 * 1024;

const closed = { additionalProperties: false };
const Text = Type.String({ minLength: 1, maxLength: 128 });
const Milliseconds = Type.Integer({ minimum: 0, maximum: 3_600_000 });
const Levels = Type.Array(Type.Tuple([Text, Text]), { maxItems: 10_000 });
const Shown = Type.Enum(['all', 'nothing', 'no transaction']);
const Nothing = Type.Object({}, closed);
const OfSymbol = Type.Object({ symbol: Text }, closed);

/** What a test or a demonstration may do to the exchange, and read of its books. */
const ROUTES: Readonly<Record<string, Route<Controls>>> = {
  'GET /control/health': route(Nothing, () => ({})),
  'GET /control/state': route(Nothing, ({ exchange }) => showEverything(exchange.state)),
  'GET /control/book': route(OfSymbol, ({ exchange }, { symbol }) => showBook(exchange.state, symbol)),
  'PUT /control/book': route(
    Type.Object({ symbol: Text, bids: Levels, asks: Levels }, closed),
    ({ exchange }, input) => {
      exchange.execute('arrange', input);
      return showBook(exchange.state, input.symbol);
    },
  ),
  'POST /control/ticks': route(
    Type.Object({ count: Type.Integer({ minimum: 1, maximum: 10_000 }) }, closed),
    ({ exchange }, input) => {
      exchange.execute('tick', input);
      return { ticks: exchange.state.ticks };
    },
  ),
  'POST /control/pace': route(
    Type.Object(
      {
        latencyMs: Type.Optional(Milliseconds),
        withdrawalDelayMs: Type.Optional(Milliseconds),
        tickEveryMs: Type.Optional(Milliseconds),
      },
      closed,
    ),
    (controls, change) => {
      controls.changePace(change);
      return {};
    },
  ),
  'POST /control/deposits': route(
    Type.Object(
      {
        asset: Text,
        amount: Text,
        delayMs: Milliseconds,
        destination: Type.Optional(
          Type.Object(
            { kind: Type.Literal('blockchain'), network: Text, address: Text, tag: Type.Optional(Text) },
            closed,
          ),
        ),
        hash: Type.Optional(Text),
        shown: Type.Optional(Shown),
      },
      closed,
    ),
    ({ exchange }, input) => ({ transfer: exchange.execute('deposit', input) }),
  ),
  'POST /control/rotations': route(Type.Object({ network: Text }, closed), ({ exchange }, input) => {
    exchange.execute('rotate', input);
    return {};
  }),
  'POST /control/judgements': route(
    Type.Object(
      { id: Text, judgement: Type.Enum(['pending', 'locked', 'information', 'credited', 'rejected']) },
      closed,
    ),
    ({ exchange }, input) => ({ transfer: exchange.execute('judge', input) }),
  ),
  'POST /control/appearances': route(
    Type.Object({ id: Text, shown: Shown }, closed),
    ({ exchange }, input) => ({ transfer: exchange.execute('show', input) }),
  ),
  'POST /control/broadcasts': route(Type.Object({ reference: Text }, closed), ({ exchange }, input) => ({
    transfer: exchange.execute('broadcast', input),
  })),
  'POST /control/information': route(Type.Object({ reference: Text }, closed), ({ exchange }, input) => ({
    transfer: exchange.execute('inform', input),
  })),
  'POST /control/settlements': route(
    Type.Object({ reference: Text, failureReason: Type.Union([Text, Type.Null()]) }, closed),
    ({ exchange }, input) => ({ transfer: exchange.execute('settle', input) }),
  ),
  'POST /control/faults': route(FaultRule, ({ faults }, rule) => {
    faults.add(rule);
    return {};
  }),
  'DELETE /control/faults': route(Nothing, ({ faults }) => {
    faults.clear();
    return {};
  }),
  'POST /control/offline': route(Nothing, async (controls) => {
    await controls.goOffline();
    return {};
  }),
  'POST /control/online': route(Nothing, async (controls) => {
    await controls.goOnline();
    return {};
  }),
};

export function serveControl(controls: Controls, token: string): RequestListener {
  return (request, response) => {
    respond(controls, token, request).then(
      ({ status, body }) => response.writeHead(status, { 'content-type': 'application/json' }).end(body),
      () => request.socket.destroy(),
    );
  };
}

async function respond(controls: Controls, token: string, request: IncomingMessage): Promise<Answer> {
  const body = await readBody(request, BODY_LIMIT_BYTES);
  if (!isSame(request.headers.authorization ?? '', `Bearer ${token}`)) {
    return failure(401, 'unauthenticated', 'The token is wrong.');
  }
  const url = new URL(request.url ?? '/', 'http://exchange');
  const found = ROUTES[`${request.method} ${url.pathname}`];
  if (!found) return failure(404, 'not_found', 'There is no such control.');
  const input = body ? parseJson(body) : Object.fromEntries(url.searchParams);
  if (!found.accepts(input)) return failure(400, 'invalid_request', 'The request does not match the schema.');
  try {
    const answer = success(await found.handle(controls, input));
    await controls.exchange.durable();
    return answer;
  } catch (error) {
    if (error instanceof Refusal) return failure(422, error.code, error.message);
    throw error;
  }
}

const isSame = (given: string, expected: string): boolean =>
  given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
