import { QuaestorError } from '../errors/index.ts';
import { backOffMs, Deadline, isTransient } from '../transport/index.ts';
import { parseEvents, type ServerEvent } from './parse.ts';

interface FollowOptions<T> {
  /** Connects, to continue after the event with this id. */
  readonly connect: (lastId: string | undefined, signal: AbortSignal) => Promise<Response>;
  /** Makes values of the events of one connection. When it returns, the stream is connected again. */
  readonly read: (events: AsyncIterable<ServerEvent>) => AsyncGenerator<T>;
  /** The last event that was received before. */
  readonly after?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The server sends a comment every 15 seconds: a connection that is silent for longer is dead. */
const SILENCE_MS = 45_000;

/** Follows a stream of events for ever: connects again when it is cut, after the last event that was received. */
export async function* follow<T>({ connect, read, after, signal }: FollowOptions<T>): AsyncGenerator<T> {
  let lastId = after;
  let failures = 0;
  let hasConnected = false;
  const remember = async function* (events: AsyncIterable<ServerEvent>) {
    for await (const event of events) {
      failures = 0;
      lastId = event.id ?? lastId;
      if (event.data !== '') yield event;
    }
  };
  for (;;) {
    const silence = new Deadline(SILENCE_MS, signal);
    try {
      const response = await connect(lastId, silence.signal);
      hasConnected = true;
      yield* read(remember(parseEvents(readChunks(response, silence))));
    } catch (error) {
      signal?.throwIfAborted();
      const isCut = !(error instanceof QuaestorError) || error.code === 'deadline_exceeded';
      if (!hasConnected || !(isCut || isTransient(error))) throw error;
    } finally {
      silence.end();
    }
    const pause = new Deadline(Infinity, signal);
    await pause.sleep(backOffMs(undefined, failures) ?? 0).finally(() => pause.end());
    failures += 1;
  }
}

async function* readChunks({ body }: Response, silence: Deadline): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  try {
    for (;;) {
      silence.restart();
      const { done, value } = await silence.race(reader.read());
      // A slow reader of the events is not a silent server.
      silence.pause();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
