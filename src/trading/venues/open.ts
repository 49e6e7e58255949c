import { Counter } from 'prom-client';
import { canonicalJson, type Clock, type Json } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { tracedCall, type Logger } from '../../platform/telemetry/index.ts';
import { connectVenue } from './connect.ts';
import { followVenue } from './follow.ts';
import { observeVenue } from './observe.ts';
import type { Cause, Venue, VenueDescription } from './port/index.ts';
import { reviveDescription } from './revive.ts';
import type { VenueSettings } from './settings.ts';
import { selectDescriptions, upsertDescription, type StoredDescription, type Switches } from './store.ts';

/** A venue of a tenant, as this process knows it just now. */
export interface KnownVenue {
  readonly code: string;
  readonly venue: Venue;
  /** As the venue last said it, to any process; undefined when it never has. */
  readonly description: VenueDescription | undefined;
  /** Whether it answered when it was last asked. */
  readonly isLive: boolean;
  /** Why it did not answer; undefined while it does, and before it was first asked. */
  readonly silence: Silence | undefined;
  /** What its switches are until somebody sets them. */
  readonly initially: Switches;
}

/** Why a venue does not answer. */
export interface Silence {
  readonly reason: string;
  readonly cause: Cause | 'other';
}

/** The venues of the configuration. Those of one tenant do not exist for another. */
export interface Venues {
  all(): readonly (KnownVenue & { readonly tenant: string })[];
  /** In the order of their codes. */
  of(tenant: string): readonly KnownVenue[];
  find(tenant: string, code: string): KnownVenue | undefined;
  /** The calls of this process by tenant, venue, name and outcome. */
  readonly calls: CallCounter;
  close(): Promise<void>;
}

type CallCounter = Counter<'tenant' | 'venue' | 'call' | 'outcome'>;

interface OpenVenuesOptions {
  readonly settings: readonly VenueSettings[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly db: Db;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

interface Entry extends KnownVenue {
  readonly tenant: string;
  readonly kind: VenueSettings['kind'];
  description: VenueDescription | undefined;
  isLive: boolean;
  silence: Silence | undefined;
}

/** The whole description of a real exchange is megabytes; a simulated one is near and small. */
const DESCRIBED_EVERY_MS = { simulated: 2_000, ccxt: 300_000 };

/** Real money moves only after somebody has said so; play money may move at once. */
export const INITIALLY: Record<VenueSettings['kind'], Switches> = {
  simulated: { trading: 'live', withdrawals: 'live' },
  ccxt: { trading: 'off', withdrawals: 'off' },
};

/** Connects every venue and keeps asking what it is. Does not wait for their answers. */
export async function openVenues(options: OpenVenuesOptions): Promise<Venues> {
  const { settings, env, db, clock } = options;
  const stored = await selectDescriptions(db).execute();
  const descriptions = new Map(stored.map((row) => [keyOf(row.tenant, row.venue), row.description]));
  const known = settings.map(({ tenant, code }) => {
    const last = descriptions.get(keyOf(tenant, code));
    return { last, description: last && reviveDescription(last) };
  });
  const adapters = await Promise.all(
    settings.map((venue, index) => connectVenue(venue, env, clock, known[index]?.description?.form)),
  );
  const entries = new Map<string, Entry>();
  const calls = countCalls(settings);
  const stopping = new AbortController();
  const followers = settings.map(({ tenant, code, kind }, index) => {
    const venue = observeVenue(adapters[index] as Venue, (call, run) =>
      tracedCall(`venue ${call}`, { 'quaestor.tenant': tenant, 'quaestor.venue': code }, async (span) => {
        const outcome = await run();
        calls.inc({ tenant, venue: code, call, outcome: outcome.kind });
        span.setAttribute('quaestor.outcome', outcome.kind);
        return outcome;
      }),
    );
    const { last, description } = known[index] ?? {};
    const entry: Entry = {
      tenant,
      code,
      kind,
      venue,
      description,
      isLive: false,
      silence: undefined,
      initially: INITIALLY[kind],
    };
    entries.set(keyOf(tenant, code), entry);
    return keepDescribed(entry, last, options, stopping.signal);
  });
  const all = [...entries.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
  return {
    all: () => all,
    of: (tenant) => all.filter((entry) => entry.tenant === tenant),
    find: (tenant, code) => entries.get(keyOf(tenant, code)),
    calls,
    async close() {
      stopping.abort();
      await Promise.all(followers);
      await Promise.all(adapters.map((venue) => venue.close()));
    },
  };
}

function countCalls(settings: readonly VenueSettings[]): CallCounter {
  const calls: CallCounter = new Counter({
    name: 'quaestor_venue_calls_total',
    help: 'Calls of this process to venues by outcome: answered, refused, notSent or unknown.',
    labelNames: ['tenant', 'venue', 'call', 'outcome'],
    registers: [],
  });
  for (const { tenant, code: venue } of settings) {
    for (const call of ['withdrawals.submit', 'orders.place']) {
      // Prometheus sees no increase in a series that begins with 1.
      for (const outcome of ['unknown', 'refused']) calls.inc({ tenant, venue, call, outcome }, 0);
    }
  }
  return calls;
}

const keyOf = (tenant: string, code: string): string => JSON.stringify([tenant, code]);

async function keepDescribed(
  entry: Entry,
  last: StoredDescription | undefined,
  { db, clock, logger }: OpenVenuesOptions,
  signal: AbortSignal,
): Promise<void> {
  const { tenant, code, kind, venue } = entry;
  let written = last && canonicalJson(last as Json);
  await followVenue(venue, {
    everyMs: DESCRIBED_EVERY_MS[kind],
    clock,
    signal,
    async onAnswer(description) {
      if (!entry.isLive) logger.info({ tenant, venue: code }, 'the venue answers');
      entry.description = description;
      entry.isLive = true;
      entry.silence = undefined;
      const stored = JSON.parse(JSON.stringify(description)) as StoredDescription;
      const text = canonicalJson(stored as Json);
      if (text === written) return;
      try {
        await upsertDescription(db, { tenant, venue: code, description: stored }).execute();
        written = text;
      } catch (error) {
        // It is tried again with the next answer.
        logger.warn({ err: error, tenant, venue: code }, 'the description of the venue could not be kept');
      }
    },
    onSilence(text, cause) {
      const silence: Silence = {
        reason: cause ? `${WORDS[cause]}: ${text}` : text,
        cause: cause ?? 'other',
      };
      // Once per cause, also when the venue never was live.
      if (entry.silence?.cause !== silence.cause) {
        logger.warn({ tenant, venue: code, ...silence }, 'the venue does not answer');
      }
      entry.isLive = false;
      entry.silence = silence;
    },
  });
}

const WORDS: Record<Cause, string> = {
  unreachable: 'The venue cannot be reached',
  key: 'The venue refuses the key',
  address: 'The venue refuses the address of this machine',
  clock: 'The clocks differ too much, check the clock of this machine',
  limit: 'The venue limits our requests',
  outage: 'The venue is out of service',
};
