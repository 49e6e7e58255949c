import { QuaestorError, type Trading } from '@quaestor/sdk';
import type { QueryClient } from '@tanstack/react-query';
import { onView, pause, type Page } from '../shared/connection/index.ts';

type Events = Pick<Trading['events'], 'stream'>;

/** The nouns whose screens a kind of event makes out of date. */
const NOUNS: Readonly<Record<string, readonly string[]>> = {
  withdrawal: ['withdrawals', 'approvals', 'transfers'],
  deposit: ['deposits', 'transfers'],
  transfer: ['transfers'],
  conversion: ['conversions'],
  export: ['exports'],
  balance: ['managed-balances'],
};
const ALL = [...new Set(Object.values(NOUNS).flat())];

/** However much happens, a screen is not read more often. */
const READ_EVERY_MS = 1_000;
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;

/** The lock of the tab that follows although nobody sees it. */
const UNSEEN = 'quaestor-events';

/** The locks that the tabs of a browser share. */
export interface Locks {
  request(
    name: string,
    options: { readonly signal: AbortSignal },
    hold: () => Promise<void>,
  ): Promise<unknown>;
}

/**
 * Reads again what the screen shows whenever the server says that it changed. Of the tabs that nobody sees only one does
 * so, for the count in its title. Returns how to stop.
 */
export function followEvents(
  client: QueryClient,
  events: Events,
  page: Page = document,
  locks: Locks = navigator.locks,
): () => void {
  const stopping = new AbortController();
  const readAgain = createReader(client, stopping.signal);
  let hasMissed = false;
  let lastId: string | undefined;

  async function follow(signal: AbortSignal): Promise<void> {
    for (let waitMs = FIRST_WAIT_MS; !signal.aborted; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      // What happened meanwhile is sent only to who says what came last.
      if (hasMissed && lastId === undefined) readAgain(ALL);
      hasMissed = true;
      try {
        for await (const { id, type } of events.stream({ signal, after: lastId })) {
          waitMs = FIRST_WAIT_MS;
          if (id !== '') lastId = id;
          const [noun = ''] = type.split('.');
          // Events were missed: they may have been about anything.
          readAgain(type === 'gap' ? ALL : (NOUNS[noun] ?? []));
        }
      } catch (error) {
        const status = error instanceof QuaestorError ? error.status : undefined;
        // The session has ended: the next request of the screen leads to the sign-in.
        if (status === 401 && !signal.aborted) void client.invalidateQueries({ queryKey: ['account'] });
        if (status === 401 || status === 403) end();
      }
      // The stream could not be begun.
      await pause(waitMs, signal);
    }
  }

  const leave = onView((isShown, signal) => {
    if (isShown) {
      void follow(signal);
      return;
    }
    hasMissed = true;
    // A tab that is shown no longer waits for its turn.
    locks.request(UNSEEN, { signal }, () => follow(signal)).catch(() => {});
  }, page);
  const end = () => {
    leave();
    stopping.abort();
  };
  return end;
}

/** Collects what is out of date, and reads it again together. */
function createReader(client: QueryClient, signal: AbortSignal) {
  const due = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let readAt = -Infinity;
  const plan = () => {
    timer ??= setTimeout(read, Math.max(0, readAt + READ_EVERY_MS - performance.now()));
  };
  const read = () => {
    timer = undefined;
    readAt = performance.now();
    for (const noun of due) {
      const queryKey = [noun];
      // An answer that is on its way may be older than the event: it is let through, and read again after it.
      if (client.isFetching({ queryKey }) === 0) due.delete(noun);
      void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
    }
    if (due.size > 0) plan();
  };
  signal.addEventListener('abort', () => clearTimeout(timer));
  return (nouns: readonly string[]) => {
    if (signal.aborted) return;
    for (const noun of nouns) due.add(noun);
    if (due.size > 0) plan();
  };
}
