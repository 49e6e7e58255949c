import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { Compile } from 'typebox/compile';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Clock } from '../src/kernel/index.ts';
import { SubscribeMessage, type FeedMessage } from './messages.ts';
import { checksum, FEED_PATH, HEARTBEAT_EVERY_MS } from './protocol.ts';
import type { BookChange } from './engine/book.ts';
import type { FaultPlan } from './faults.ts';
import { parseJson } from './http.ts';
import type { Exchange } from './open.ts';
import { showBook } from './show.ts';

export interface Publisher {
  /** Upgrades an HTTP connection to the feed. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  disconnectAll(): void;
  close(): void;
}

const CHECKSUM_EVERY = 10;
const MAX_SYMBOLS_PER_READER = 100;
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024;

const isSubscribe = Compile(SubscribeMessage);

interface Reader {
  readonly socket: WebSocket;
  readonly symbols: Set<string>;
  isSilent: boolean;
}

/** The feed of order books: for each symbol a snapshot, then every change of it, and heartbeats. */
export function publish(exchange: Exchange, faults: FaultPlan, clock: Clock): Publisher {
  const server = new WebSocketServer({ noServer: true, maxPayload: 4096 });
  const readers = new Set<Reader>();
  const changeCounts = new Map<string, number>();
  const heldBack = new Map<string, FeedMessage[]>();

  exchange.onExecuted((changes, at) => {
    for (const [symbol, change] of changes) {
      const audience = [...readers].filter((reader) => reader.symbols.has(symbol));
      if (audience.length > 0) publishChange(audience, symbol, change, at);
    }
  });

  function publishChange(audience: readonly Reader[], symbol: string, change: BookChange, at: number): void {
    const drawn = new Set(faults.drawForFeed().map(({ type }) => type));
    const count = (changeCounts.get(symbol) ?? 0) + 1;
    changeCounts.set(symbol, count);
    const message: FeedMessage = { type: 'change', symbol, ...change, at };
    if (drawn.has('badChecksum')) message.checksum = trueChecksum(symbol) + 1;
    else if (count % CHECKSUM_EVERY === 0) message.checksum = trueChecksum(symbol);

    if (drawn.has('disconnect')) return audience.forEach(({ socket }) => socket.terminate());
    if (drawn.has('silence')) return audience.forEach((reader) => (reader.isSilent = true));
    if (drawn.has('gap')) return;
    const late = heldBack.get(symbol) ?? [];
    if (drawn.has('reorder')) return void heldBack.set(symbol, [...late, message]);
    heldBack.delete(symbol);
    for (const next of [message, ...(drawn.has('duplicate') ? [message] : []), ...late]) send(audience, next);
  }

  function trueChecksum(symbol: string): number {
    const { bids, asks } = showBook(exchange.state, symbol);
    return checksum(bids, asks);
  }

  function subscribe(reader: Reader, data: string): void {
    const message = parseJson(data);
    if (!isSubscribe.Check(message)) return reader.socket.close(1008, 'Not a message of the protocol.');
    const { subscribe: symbol } = message;
    if (!exchange.state.markets.has(symbol)) {
      return send([reader], {
        type: 'error',
        code: 'unknown_symbol',
        message: `There is no market ${symbol}.`,
      });
    }
    if (!reader.symbols.has(symbol) && reader.symbols.size === MAX_SYMBOLS_PER_READER) {
      return reader.socket.close(1008, 'Too many symbols.');
    }
    reader.symbols.add(symbol);
    const book = showBook(exchange.state, symbol);
    const at = clock.now().getTime();
    send([reader], { type: 'snapshot', ...book, at, checksum: trueChecksum(symbol) });
  }

  const heartbeat = setInterval(() => {
    for (const reader of readers) {
      for (const symbol of reader.symbols) {
        const sequence = exchange.state.markets.get(symbol)?.book.sequence ?? 0;
        send([reader], { type: 'heartbeat', symbol, sequence });
      }
    }
  }, HEARTBEAT_EVERY_MS);

  function welcome(socket: WebSocket): void {
    const reader: Reader = { socket, symbols: new Set(), isSilent: false };
    readers.add(reader);
    socket.on('message', (data: Buffer) => subscribe(reader, data.toString('utf8')));
    socket.on('close', () => readers.delete(reader));
    socket.on('error', () => socket.terminate());
  }

  return {
    accept(request, socket, head) {
      if (request.url === FEED_PATH) server.handleUpgrade(request, socket, head, welcome);
      else socket.destroy();
    },
    disconnectAll() {
      for (const { socket } of readers) socket.terminate();
    },
    close() {
      clearInterval(heartbeat);
      server.close();
    },
  };
}

/** Disconnects a reader that does not keep up: it can reconnect for a snapshot, and memory stays bounded. */
function send(readers: readonly Reader[], message: FeedMessage): void {
  const text = JSON.stringify(message);
  for (const { socket, isSilent } of readers) {
    if (isSilent) continue;
    if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate();
    else socket.send(text);
  }
}
