import light, { type InjectOptions, type Response } from 'light-my-request';
import type { HttpApp } from '../platform/http/index.ts';

export type { InjectOptions } from 'light-my-request';

/** Asks an application without a socket between. */
export const inject = (app: HttpApp, request: InjectOptions | string): Promise<Response> =>
  light((incoming, outgoing) => void app.server.emit('request', incoming, outgoing), request);
