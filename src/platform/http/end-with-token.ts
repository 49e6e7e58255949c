import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../kernel/index.ts';

/** Calls back when the token of the actor has expired or was revoked. Returns the function that removes the callback. */
export type OnTokenEnd = (actor: Actor, onEnd: () => void) => () => void;

/** Ends the stream when its token expires or is revoked. */
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
      // Other content would look complete if it ended normally.
      reply.raw.destroy();
    }
  });
  reply.raw.once('close', unwatch);
}

const isEventStream = (reply: FastifyReply): boolean =>
  reply.getHeader('content-type') === 'text/event-stream';
