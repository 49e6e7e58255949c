import { systemClock } from '../../kernel/index.ts';
import { capabilitiesOf, type Capability } from './capabilities.ts';
import type { ExchangeTerms } from './ccxt/index.ts';
import { connectVenue } from './connect.ts';
import type { VenueSettings } from './settings.ts';

interface ExchangeRow {
  readonly capabilities: readonly Capability[];
  /** Absent for the simulated exchange and for exchanges without a profile. */
  readonly terms?: ExchangeTerms;
}

/** What can be done at the simulated exchange, at each exchange with a profile, and at any other. */
export async function tabulateExchanges(): Promise<{
  readonly simulated: ExchangeRow;
  readonly known: readonly (ExchangeRow & { readonly terms: ExchangeTerms })[];
  readonly other: ExchangeRow;
}> {
  const { tabulate } = await import('./ccxt/index.ts');
  return {
    simulated: { capabilities: await declared('simulated', 'http://127.0.0.1:1') },
    known: await Promise.all(
      tabulate().map(async (terms) => ({ terms, capabilities: await declared('ccxt', terms.exchange) })),
    ),
    other: { capabilities: await declared('ccxt', WITHOUT_PROFILE) },
  };
}

const WITHOUT_PROFILE = 'bitso';

async function declared(kind: VenueSettings['kind'], exchange: string): Promise<readonly Capability[]> {
  const settings = {
    code: exchange,
    tenant: 'default',
    account: 'MAIN',
    credentials: 'env:ANY',
    kind,
    exchange,
  };
  const venue = await connectVenue(settings, { ANY_KEY: 'none', ANY_SECRET: 'none' }, systemClock);
  await venue.close();
  return capabilitiesOf(venue);
}
