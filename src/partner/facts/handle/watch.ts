import { listen } from '../../../platform/postgres/index.ts';
import type { Facts } from './open.ts';

const HEARTBEAT_MS = 2_000;

/** Lets the store follow the log as soon as a batch is committed; without it, the store asks once a second. */
export function watchLog(
  { catchUp, refresh }: Pick<Facts, 'catchUp' | 'refresh'>,
  { url, onError }: { readonly url: string; readonly onError: (error: unknown) => void },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const listening = listen({
    url,
    channel: 'facts',
    heartbeatMs: HEARTBEAT_MS,
    signal: stopping.signal,
    async onUp() {
      await Promise.all([catchUp(), refresh()]).catch(onError);
    },
    onMessage: (what) => void (what === 'names' ? refresh() : catchUp()).catch(onError),
    onDown(cause) {
      if (!stopping.signal.aborted) onError(cause);
    },
  });
  return {
    async stop() {
      stopping.abort();
      await listening;
    },
  };
}
