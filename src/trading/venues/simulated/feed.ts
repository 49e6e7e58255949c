import { Compile } from 'typebox/compile';
import { WebSocket } from 'ws';
import type { BookFeed, FeedEvent } from '../port/index.ts';
import { FeedMessage } from './messages.ts';
import { FEED_PATH } from './protocol.ts';

const HANDSHAKE_TIMEOUT_MS = 5_000;
const MESSAGE_LIMIT_BYTES = 16 * 1024 * 1024;

const feedMessage = Compile(FeedMessage);

/** Subscribes to one order book over a connection of its own. */
export function openFeed(baseUrl: string, symbol: string, onEvent: (event: FeedEvent) => void): BookFeed {
  const socket = new WebSocket(baseUrl.replace(/^http/, 'ws') + FEED_PATH, {
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    maxPayload: MESSAGE_LIMIT_BYTES,
    perMessageDeflate: false,
  });
  let isOver = false;

  function end(reason: string): void {
    if (isOver) return;
    isOver = true;
    socket.terminate();
    onEvent({ type: 'disconnected', reason });
  }

  // The exchange answers every subscription with a snapshot, also one to what is subscribed already.
  const subscribe = (): void => socket.send(JSON.stringify({ subscribe: symbol }));

  socket.on('open', () => {
    if (isOver) return;
    onEvent({ type: 'connected' });
    subscribe();
  });
  socket.on('message', (data: Buffer) => {
    if (isOver) return;
    const message = parse(data.toString('utf8'));
    if (!message) return end('The venue sent a message that its protocol does not have.');
    if (message.type === 'error') return end(message.message);
    if (message.symbol === symbol) onEvent(eventOf(message));
  });
  socket.on('error', (error) => end(`The connection failed: ${error.message}.`));
  socket.on('close', () => end('The venue closed the connection.'));
  return {
    refresh() {
      if (socket.readyState === WebSocket.OPEN) subscribe();
    },
    close() {
      isOver = true;
      socket.terminate();
    },
  };
}

function parse(text: string): FeedMessage | undefined {
  try {
    const message: unknown = JSON.parse(text);
    return feedMessage.Check(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

function eventOf(message: Exclude<FeedMessage, { type: 'error' }>): FeedEvent {
  if (message.type === 'heartbeat') return { type: 'heartbeat', sequence: message.sequence };
  const { bids, asks, checksum } = message;
  const update = { bids, asks, at: new Date(message.at), ...(checksum !== undefined && { checksum }) };
  return message.type === 'snapshot'
    ? { type: 'snapshot', sequence: message.sequence, ...update }
    : { type: 'change', first: message.first, last: message.last, ...update };
}
