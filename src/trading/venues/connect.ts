import type { Clock } from '../../kernel/index.ts';
import type { Venue } from './port/index.ts';
import { readCredentials } from './read-credentials.ts';
import type { VenueSettings } from './settings.ts';
import { connectSimulated } from './simulated/adapter.ts';

/** Makes the adapter that a venue's settings ask for. `form` is that of its last description. */
export async function connectVenue(
  { code, kind, exchange, account, credentials, tenant: _tenant, ...access }: VenueSettings,
  env: Readonly<Record<string, string | undefined>>,
  clock: Clock,
  form?: string | null,
): Promise<Venue> {
  const secrets = await readCredentials(credentials, env).catch((error: Error) => {
    throw new Error(`The venue ${code} cannot be connected. ${error.message}`, { cause: error });
  });
  if (kind === 'simulated') return connectSimulated({ code, baseUrl: exchange, ...secrets, clock, form });
  // The library knows a hundred exchanges and takes the memory of a hundred: it is loaded only where it is used.
  const { connectCcxt } = await import('./ccxt/index.ts');
  return connectCcxt({ code, exchange, account, ...secrets, ...access, clock, form });
}
