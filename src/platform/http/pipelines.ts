import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Pipeline {
  /** The first is being processed, the others wait. */
  readonly queue: Exchange[];
  latest: Exchange;
}

/** A connection with more unanswered requests is closed. */
const MAX_QUEUED = 100;

/** Processes the pipelined requests of each connection one by one; Node would start them all. */
export class Pipelines {
  readonly #pipelines = new WeakMap<Socket, Pipeline>();

  inSequence(handler: RequestListener): RequestListener {
    return (request, response) => {
      const exchange = { request, response };
      let pipeline = this.#pipelines.get(request.socket);
      if (pipeline === undefined) {
        pipeline = { queue: [], latest: exchange };
        this.#pipelines.set(request.socket, pipeline);
      }
      pipeline.latest = exchange;
      pipeline.queue.push(exchange);
      if (pipeline.queue.length === 1) answerNext(pipeline, handler);
      else if (pipeline.queue.length > MAX_QUEUED) request.socket.destroy();
      else request.socket.pause();
    };
  }

  /** Whether the connection is between two requests. */
  isIdle(socket: Socket): boolean {
    const latest = this.#pipelines.get(socket)?.latest;
    return latest !== undefined && latest.request.complete && latest.response.writableFinished;
  }

  /** Whether the client would read a response sent now as the one to its current request. */
  awaitsAnswer(socket: Socket): boolean {
    const latest = this.#pipelines.get(socket)?.latest;
    if (latest === undefined || this.isIdle(socket)) return true;
    return !latest.request.complete && !latest.response.headersSent;
  }
}

function answerNext(pipeline: Pipeline, handler: RequestListener): void {
  const { queue } = pipeline;
  const [exchange] = queue;
  if (exchange === undefined) return;
  const { request, response } = exchange;
  const { socket } = request;
  response.on('close', () => {
    queue.shift();
    if (socket.destroyed) return;
    if (queue.length === 1) socket.resume();
    answerNext(pipeline, handler);
  });
  handler(request, response);
}
