import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer } from 'ws';
import type { Capability } from '../../capabilities.ts';
import type { FeeIn, FeeKind, Venue } from '../../port/index.ts';
import { plain } from '../../testing/acceptance/calls.ts';
import { samplesWith } from '../../testing/acceptance/samples.ts';
import type {
  ArrangedDeposit,
  Operation,
  VenueUnderTest,
} from '../../testing/acceptance/venue-under-test.ts';
import { Core, type BookChange, type CoreDeposit, type CoreFee, type JudgedState } from './core.ts';
import type { Doubts } from './doubts.ts';

export interface Incoming {
  readonly method: string;
  readonly path: string;
  /** The query of a GET, else the body, as signed. */
  readonly signed: string;
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** How one exchange words what the core does. */
export interface Dialect {
  /** What our adapter to it must declare, no more and no less. */
  readonly capabilities: readonly Capability[];
  /** Where it wants keys in a form of its own. */
  readonly keys?: { readonly key: string; readonly secret: string };
  readonly feeIn: FeeIn;
  /** The smallest value of an order that it publishes for its market; 0 where it publishes none. */
  readonly minNotional: string;
  readonly withdrawalFee: CoreFee;
  /** The venue's setting, where how the exchange charges is not known. */
  readonly withdrawalFees?: FeeKind;
  /** Withdrawals are paid from another wallet than the one that trades. */
  readonly hasPayingWallet?: true;
  /** The operation that a fault strikes, by method and path; one that ends with a slash stands for all below it. */
  readonly operations: Readonly<Record<string, StruckOperation>>;
  answer(core: Core, request: Incoming): Answer;
  /** Answers to a message on the stream. */
  hear(core: Core, message: string): readonly (object | string)[];
  /** What the stream says of a change. */
  tell(core: Core, change: BookChange): object | string;
  /** What it makes of a message on the stream before it is sent, where that is not the text itself. */
  frame?(message: string): Buffer | string;
  /** Where it lists deposits. */
  readonly deposits?: {
    /** The states that it has words for. */
    readonly states: readonly JudgedState[];
    /** The id that we give to one, where the exchange shows none. */
    readonly idOf?: (deposit: CoreDeposit) => string;
  };
  /** How the exchange writes our ids. */
  encode(id: string): string;
  /** How it writes the reference of a withdrawal, where that differs. */
  encodeReference?(id: string): string;
  readonly soonestDeadlineMs?: number;
  /** Decimals of a withdrawal of ETH, where they are not 18. */
  readonly decimals?: number;
  /** False where a withdrawal carries no reference of ours. */
  readonly hasReferences?: boolean;
  /** What we say of a failed withdrawal, where the exchange gives no reason. */
  readonly failureReason?: string;
}

export const ORDERS = [
  'orders',
  'expiringOrders',
  'findableOrders',
  'limitOrders',
  'iocOrders',
  'postOnlyOrders',
] as const;
export const WITHDRAWALS = [
  'withdrawals',
  'expiringWithdrawals',
  'findableWithdrawals',
  'listableWithdrawals',
] as const;
export const BOOKS = ['books', 'liveBooks'] as const;

/** Also those that only some exchanges have. */
type StruckOperation = Operation | 'fund';

type Fault =
  | { readonly type: 'drop' | 'lose' | 'fail' | 'garble' }
  | { readonly type: 'delay'; readonly ms: number }
  /** It is executed and answered with this. */
  | { readonly type: 'answer'; readonly status: number; readonly body: object };

export type Loopback = Awaited<ReturnType<typeof startLoopback>>;

/** A server on this machine that speaks an exchange's REST and WebSocket messages, with faults on command. */
export async function startLoopback(dialect: Dialect) {
  const faults = new Map<StruckOperation, Fault>();
  const frameOf = (message: object | string): Buffer | string =>
    dialect.frame?.(textOf(message)) ?? textOf(message);
  const tell = (change: BookChange): void => {
    const message = frameOf(dialect.tell(core, change));
    for (const client of sockets.clients) client.send(message);
  };
  const core = new Core(dialect, tell, dialect.hasPayingWallet);
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer((request, response) => void serve(request, response));
  server.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (client) => {
      client.on('message', (data: Buffer) => {
        for (const reply of dialect.hear(core, data.toString('utf8'))) client.send(frameOf(reply));
      });
    }),
  );

  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => void server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { pathname: path, search } = new URL(request.url ?? '/', 'http://exchange');
    const { method = 'GET', headers } = request;
    const query = search.slice(1);
    const signed = Buffer.concat(chunks).toString('utf8') || query;
    const route = `${method} ${path}`;
    const [, operation] =
      Object.entries(dialect.operations).find(
        ([own]) => own === route || (own.endsWith('/') && route.startsWith(own)),
      ) ?? [];
    const struck = operation && faults.get(operation);
    if (operation) faults.delete(operation);
    if (struck?.type === 'lose') return void request.socket.destroy();
    if (struck?.type === 'delay') await sleep(struck.ms);
    const {
      status = 200,
      headers: own,
      body,
    } = dialect.answer(core, { method, path, signed, query, headers });
    if (struck?.type === 'drop') return void request.socket.destroy();
    if (struck?.type === 'garble') return void response.writeHead(200).end('<html>It works!</html>');
    if (struck?.type === 'fail') return void response.writeHead(503).end('<html>Unavailable</html>');
    const said = struck?.type === 'answer' ? struck : { status, body };
    response
      .writeHead(said.status, { 'content-type': 'application/json', ...own })
      .end(JSON.stringify(said.body));
  }

  const strike = async (operation: StruckOperation, fault: Fault): Promise<void> => {
    faults.set(operation, fault);
  };
  async function goOffline(): Promise<void> {
    for (const client of sockets.clients) client.terminate();
    server.closeAllConnections();
    await new Promise<void>((resolve) => void server.close(() => resolve()));
  }

  return {
    port,
    core,
    /** The next call of an operation has this fault. */
    strike,
    /** Connections to the stream that are open. */
    streams: () => sockets.clients.size,
    goOffline,
    /** All that the acceptance suite wants to know and command. */
    underTest(newVenue: () => Venue, wording?: Doubts): VenueUnderTest {
      const connect = (): Venue =>
        dialect.hasReferences === false ? labelling(newVenue(), core) : newVenue();
      const encodeReference = (id: string): string => dialect.encodeReference?.(id) ?? dialect.encode(id);
      const venue = connect();
      const samples = samplesWith({
        bids: [['59998.01', '0.30000000']],
        asks: [
          ['60001.01', '0.10000000'],
          ['60002.50', '0.25001000'],
        ],
      });
      const { soonestDeadlineMs = samples.market.soonestDeadlineMs, decimals = 18 } = dialect;
      const cut = (amount: string): string => amount.slice(0, '0.'.length + decimals);
      const { withdrawal } = samples;
      return {
        venue,
        connect,
        samples: {
          failureReason: dialect.failureReason ?? samples.failureReason,
          withdrawal: { ...withdrawal, amount: cut(withdrawal.amount), fee: dialect.withdrawalFee.fee },
          refusedAmount: `${cut(samples.refusedAmount).slice(0, -1)}1`,
          market: { ...samples.market, soonestDeadlineMs, minNotional: dialect.minNotional },
        },
        truth: {
          transfers: async (reference) =>
            core.withdrawals
              .filter((one) => one.reference === encodeReference(reference))
              .map(({ asset, received, fee }) => ({ asset, received: plain(received), fee: plain(fee) })),
          orders: async (id) =>
            core.orders
              .filter(({ clientId }) => clientId === dialect.encode(id))
              .map(({ quantity, price }) => ({
                quantity: quantity.toString(),
                price: price?.toString() ?? null,
              })),
          balance: async (asset) => ({
            available: plain(core.free(asset)),
            locked: plain(core.locked(asset)),
            withdrawing: plain(core.withdrawing(asset)),
          }),
          book: async () => core.book(),
          arrange: async (_symbol, bids, asks) => core.arrange(bids, asks),
          stir: async () => core.stir(),
          broadcast: async (reference) => core.broadcast(encodeReference(reference)),
          complete: async (reference) => core.settle(encodeReference(reference), 'completed'),
          completeInside: async (reference) => core.settleInside(encodeReference(reference)),
          fail: async (reference, reason) => core.settle(encodeReference(reference), 'failed', reason),
          ...(dialect.deposits && depositTruth(core, dialect.deposits)),
        },
        doubts: (wording?.codes.flatMap(wording.word) ?? []).map(([name, body]) => ({
          name,
          follow: (operation, status) => strike(operation, { type: 'answer', status, body }),
        })),
        faults: {
          dropAnswer: (operation) => strike(operation, { type: 'drop' }),
          lose: (operation) => strike(operation, { type: 'lose' }),
          fail: (operation) => strike(operation, { type: 'fail' }),
          garble: (operation) => strike(operation, { type: 'garble' }),
          delay: (operation, ms) => strike(operation, { type: 'delay', ms }),
          goOffline,
          async goOnline() {
            if (!server.listening) await listen(port);
          },
        },
        async stop() {
          await venue.close();
          await goOffline();
        },
      };
    },
  };
}

function depositTruth(core: Core, { states, idOf = ({ id }) => id }: NonNullable<Dialect['deposits']>) {
  return {
    depositStates: states,
    deposit: async (arranged: ArrangedDeposit) => idOf(core.deposit(arranged)),
    async judge(id: string, state: JudgedState) {
      for (const one of core.deposits) if (idOf(one) === id) one.state = state;
    },
  };
}

/** Labels withdrawals by the reference they were sent for, where the exchange itself cannot. */
function labelling(venue: Venue, core: Core): Venue {
  const { withdrawals } = venue;
  if (!withdrawals) return venue;
  return {
    ...venue,
    withdrawals: {
      ...withdrawals,
      async submit(request, call) {
        const before = core.withdrawals.length;
        const outcome = await withdrawals.submit(request, call);
        for (const made of core.withdrawals.slice(before)) made.reference = request.reference;
        return outcome;
      },
    },
  };
}

export const textOf = (message: object | string): string =>
  typeof message === 'string' ? message : JSON.stringify(message);

/** The rows that follow the one a cursor names; all of them where it names none. */
export const rowsAfter = <T>(rows: readonly T[], isNamed: (row: T) => boolean): T[] =>
  rows.slice(rows.findIndex(isNamed) + 1);
