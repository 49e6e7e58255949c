import { QuaestorError } from '@quaestor/sdk';
import type { QueryClient } from '@tanstack/react-query';
import { trading } from './api.ts';

/** The nouns whose screens a kind of event makes out of date. */
const NOUNS: Readonly<Record<string, readonly string[]>> = {
  withdrawal: ['withdrawals', 'approvals', 'balances'],
  conversion: ['conversions', 'balances'],
  export: ['exports'],
};

/** Reads again what the screen shows whenever the server says that it changed. Returns how to stop. */
export function followEvents(client: QueryClient): () => void {
  const stopping = new AbortController();
  void follow(client, stopping.signal);
  return () => stopping.abort();
}

async function follow(client: QueryClient, signal: AbortSignal): Promise<void> {
  try {
    for await (const { type } of trading.events.stream({ signal })) {
      const [noun = ''] = type.split('.');
      for (const name of NOUNS[noun] ?? []) void client.invalidateQueries({ queryKey: [name] });
    }
  } catch (error) {
    if (signal.aborted) return;
    // The session has ended: the next request of the screen leads to the sign-in.
    if (error instanceof QuaestorError && error.status === 401) {
      void client.invalidateQueries({ queryKey: ['account'] });
      return;
    }
    throw error;
  }
}
