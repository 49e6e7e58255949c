import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from 'ccxt';
import { WebSocket } from 'ws';
import type { BookFeed, FeedEvent } from '../../port/index.ts';
import { Joiner } from './join.ts';
import type { BookProtocol, BookSnapshot, StreamedMarket } from './protocol.ts';
import type { Reach } from '../transport/reach.ts';

export const HEARTBEAT_EVERY_MS = 3_000;
const HANDSHAKE_TIMEOUT_MS = 5_000;
const MESSAGE_LIMIT_BYTES = 16 * 1024 * 1024;
const MAX_FETCHES = 5;
const FETCH_AGAIN_MS = 200;

export interface StreamOptions {
  readonly protocol: BookProtocol;
  readonly reach: Reach;
  readonly sandbox: boolean;
  /** The library with its markets loaded. */
  readonly loadMarkets: () => Promise<Exchange>;
  readonly symbol: string;
  readonly now: () => Date;
  readonly onEvent: (event: FeedEvent) => void;
}

/** Follows one book over a connection of its own. */
export function openStream(options: StreamOptions): BookFeed {
  const { protocol, reach, sandbox, loadMarkets, symbol, now, onEvent } = options;
  const joiner = new Joiner(now, (event) => emit(event));
  let isOver = false;
  let onRequested: ((snapshot: BookSnapshot) => void) | undefined;
  let resubscribe: (() => void) | undefined;
  let stop: (() => void) | undefined;

  function emit(event: FeedEvent): void {
    if (!isOver) onEvent(event);
  }
  function end(reason: string): void {
    emit({ type: 'disconnected', reason });
    close();
  }
  function close(): void {
    isOver = true;
    stop?.();
  }
  const failed = (error: unknown): void => end(error instanceof Error ? error.message : String(error));

  async function connect(): Promise<void> {
    const exchange = await loadMarkets();
    const market = exchange.markets?.[symbol.replace('-', '/')] as StreamedMarket | undefined;
    if (!market) throw new Error(`The venue has no market ${symbol}.`);
    const names = protocol.names?.(market) ?? [market.id];
    const url = await ((sandbox && protocol.sandboxUrl) || protocol.url)(market, exchange);
    if (isOver) return;
    const socket = new WebSocket(reach.stream(url), {
      agent: reach.proxy?.stream,
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      maxPayload: MESSAGE_LIMIT_BYTES,
    });
    const send = (message: object): void => socket.send(JSON.stringify(message));
    const keepAlive = setInterval(() => {
      if (socket.readyState !== WebSocket.OPEN) return;
      if (protocol.ping === undefined) socket.ping();
      else socket.send(protocol.ping);
    }, HEARTBEAT_EVERY_MS);
    const refetch = protocol.fetchEveryMs && setInterval(() => resubscribe?.(), protocol.fetchEveryMs);
    stop = () => {
      clearInterval(keepAlive);
      clearInterval(refetch);
      socket.terminate();
    };
    const fetch = fetchOf(exchange, market, send);
    resubscribe = () => {
      if (socket.readyState !== WebSocket.OPEN) return;
      if (fetch) return void join(fetch).catch(failed);
      if (protocol.unsubscribe) send(protocol.unsubscribe(market));
      if (protocol.subscribe) send(protocol.subscribe(market));
    };
    const read = protocol.reader();
    socket.on('open', () => {
      emit({ type: 'connected' });
      if (protocol.subscribe) send(protocol.subscribe(market));
      if (protocol.heartbeats) send(protocol.heartbeats);
      if (fetch) void join(fetch).catch(failed);
    });
    socket.on('pong', () => joiner.take({ type: 'alive' }));
    socket.on('message', (data: Buffer, isBinary) => {
      try {
        const text = protocol.decode?.(data, isBinary, MESSAGE_LIMIT_BYTES) ?? data.toString('utf8');
        for (const message of read(text)) {
          if (message.type === 'fault') return end(message.reason);
          if ('market' in message && !names.includes(message.market ?? '')) {
            return end(`The venue sent the book of ${message.market} in place of ${names[0]}.`);
          }
          if (message.type === 'question') send(message.reply);
          if (protocol.request && message.type === 'snapshot') onRequested?.(message);
          else joiner.take(message);
        }
      } catch {
        end('The venue sent a message that its protocol does not have.');
      }
    });
    socket.on('error', (error) => end(`The connection failed: ${error.message}.`));
    socket.on('close', () => end('The venue closed the connection.'));
  }

  /** How the whole book is had, where the stream does not begin with it. */
  function fetchOf(
    exchange: Exchange,
    market: StreamedMarket,
    send: (message: object) => void,
  ): (() => Promise<BookSnapshot>) | undefined {
    if (protocol.fetch) return protocol.fetch.bind(protocol, exchange, market);
    const question = protocol.request?.(market);
    if (!question) return undefined;
    return () =>
      new Promise((resolve) => {
        onRequested = resolve;
        send(question);
      });
  }

  /** An older book than what is known already would leave a hole. */
  async function join(fetch: () => Promise<BookSnapshot>): Promise<void> {
    if (joiner.isHolding) return;
    joiner.hold();
    for (let tries = 0; tries < MAX_FETCHES; tries++) {
      if (tries > 0) await sleep(FETCH_AGAIN_MS);
      if (isOver) return;
      if (joiner.join(await fetch())) return;
    }
    throw new Error('The venue gives only old books.');
  }

  connect().catch(failed);
  return { refresh: () => resubscribe?.(), close };
}
