import type { ServerResponse } from 'node:http';

/** Sent by a process that calls another one, and waits for as long as this one shows that it works. */
export const PEER_HEADER = 'x-quaestor-peer';

const EVERY_MS = 1_000;

/** Sends `102 Processing` at once and every second until the response begins. */
export function showLife(response: ServerResponse): void {
  const show = (): void => {
    if (response.headersSent || response.destroyed) clearInterval(timer);
    else response.writeProcessing();
  };
  const timer = setInterval(show, EVERY_MS).unref();
  response.once('close', () => clearInterval(timer));
  show();
}
