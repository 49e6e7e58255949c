import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../kernel/index.ts';

/** Calls back when the token of the actor has expired or was revoked. Returns the function that ends the watching. */
export type OnTokenEnd = (actor: Actor, onEnd: () => void) => () => void;

/** Ends the stream when the token that opened it does. */
export function endWithToken(
  onTokenEnd: OnTokenEnd,
  body: Readable,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { call } = request;
  const unwatch = onTokenEnd(call.actor, () => {
    call.abort();
    if (isEventStream(reply)) {
      body.unpipe(reply.raw);
      reply.raw.end();
    } else {
      // Anything else would look complete if it ended properly.
      reply.raw.destroy();
    }
  });
  reply.raw.once('close', unwatch);
}

const isEventStream = (reply: FastifyReply): boolean =>
  reply.getHeader('content-type') === 'text/event-stream';
