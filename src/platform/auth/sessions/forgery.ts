import { Problem } from '../../../kernel/index.ts';

/** A header that only a script of the same origin can send without asking. */
export const CONSOLE_HEADER = 'x-quaestor-console';

interface ForgeryHeaders {
  readonly origin?: string | undefined;
  readonly [CONSOLE_HEADER]?: string | string[] | undefined;
}

/** Another page in the same browser, even on another port of this host, could send the cookie along. */
export function refuseForgery(headers: ForgeryHeaders, origin: string): void {
  if (headers.origin !== origin) {
    throw new Problem('forbidden', `The Origin header must be ${origin}, the address of this service.`);
  }
  if (headers[CONSOLE_HEADER] === undefined) {
    throw new Problem('forbidden', `Requests with a session must have the header ${CONSOLE_HEADER}.`);
  }
}
