import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The request and the response that each connection is about. */
export class Exchanges {
  readonly #latest = new WeakMap<Socket, Exchange>();

  /** Node would start all requests that a client pipelines. The first is answered, then the connection is closed. */
  oneByOne(handler: RequestListener): RequestListener {
    return (request, response) => {
      const { socket } = request;
      const latest = this.#latest.get(socket);
      if (latest === undefined || latest.response.writableFinished) {
        this.#latest.set(socket, { request, response });
        handler(request, response);
      } else if (!socket.isPaused()) {
        socket.pause();
        latest.response.once('close', () => socket.destroySoon());
      }
    };
  }

  /** Whether the connection is between two requests. */
  isIdle(socket: Socket): boolean {
    const latest = this.#latest.get(socket);
    return latest !== undefined && latest.request.complete && latest.response.writableFinished;
  }

  /** Whether the client would read a response sent now as the one to its current request. */
  awaitsAnswer(socket: Socket): boolean {
    const latest = this.#latest.get(socket);
    if (latest === undefined || this.isIdle(socket)) return true;
    return !latest.request.complete && !latest.response.headersSent;
  }
}
