import type { Clock } from '../../../kernel/index.ts';
import type { Prepared } from '../../../platform/commands/index.ts';
import type { PersonalData } from '../../../platform/personal-data/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { findRecipients, type Opened } from '../../../platform/recipients/index.ts';
import { findSaved, type Saved } from '../../destinations/index.ts';
import type { ListedVenue, VenueDirectory } from '../../directory.ts';
import { neededSums, selectActiveRules, type Groups, type Rule } from '../../policies/index.ts';
import { CREATED, Sums, Valuation, type Rates } from '../policy/index.ts';
import { aliasOf, givenAt, receivingAt, requesterOf, toApplicant } from './applicant.ts';
import type { CreateInput } from './input.ts';

/** What decisions about withdrawals depend on. */
export interface Known {
  readonly rules: readonly Rule[];
  readonly groups: Groups;
  /** The version of the policy; null without one. */
  readonly policyVersion: number | null;
  readonly saved: Saved;
  /** Those of the saved destinations that are named, by id. */
  readonly recipients: ReadonlyMap<string, Opened>;
  /** By code. Throws if the venue cannot be used. */
  venue(code: string): ListedVenue | undefined;
  readonly valuation: Valuation;
  readonly sums: Sums;
}

interface Means {
  readonly directory: VenueDirectory;
  readonly rates: Rates;
  readonly personal: PersonalData;
}

/** Reads once what the decisions about several withdrawals depend on. */
export async function prepare(
  db: Db,
  { directory, rates, personal }: Means,
  inputs: readonly CreateInput[],
  { tenant, clock }: { readonly tenant: string; readonly clock: Clock },
): Promise<Prepared<Known>> {
  const bodies = inputs.map(({ body }) => body);
  const [venue, policy, saved] = await Promise.all([
    findVenues(directory, tenant, new Set(bodies.map(({ venue }) => venue))),
    selectActiveRules(db, tenant).executeTakeFirst(),
    findSaved(db, tenant, {
      aliases: bodies.flatMap((body) => aliasOf(body) ?? []),
      addresses: [...new Set(bodies.flatMap(({ blockchainDestination: chain }) => chain?.address ?? []))],
    }),
  ]);
  const rules = policy?.rules ?? [];
  const now = clock.now();
  const assets = bodies.map(({ asset }) => asset.code);
  const valuation = await Valuation.read(db, rates, { tenant, rules, assets, now });
  const asking = bodies.filter(({ venue: code }) => venue.ifUsable(code)?.venue.asks);
  const recipients = await findRecipients(
    db,
    personal,
    { tenant, service: 'trading' },
    asking.flatMap((body) => receivingAt(saved, body, true)?.recipient_id ?? []),
  );
  const known: Known = {
    rules,
    groups: policy?.groups ?? {},
    policyVersion: policy?.version ?? null,
    saved,
    recipients,
    venue: (code) => venue.find(code),
    valuation,
    sums: Sums.NONE,
  };
  const needed = inputs.flatMap((input) => {
    const { body, managed } = input;
    const given = givenAt(venue.ifUsable(body.venue)?.venue.asks, input);
    const applicant = toApplicant(known, body, { given, requester: requesterOf(managed) });
    return neededSums(rules, applicant).map((scope) => ({ asset: body.asset.code, ...scope }));
  });
  if (needed.length === 0) return { state: known };
  return {
    lock: async (tx) => ({
      ...known,
      sums: await Sums.lock(tx, {
        tenant,
        scopes: needed,
        now: clock.now(),
        counted: CREATED,
        valuation,
      }),
    }),
  };
}

interface FoundVenues {
  /** Throws if the venue cannot be used. */
  find(code: string): ListedVenue | undefined;
  ifUsable(code: string): ListedVenue | undefined;
}

/** Looks up each venue once. */
async function findVenues(
  directory: VenueDirectory,
  tenant: string,
  codes: ReadonlySet<string>,
): Promise<FoundVenues> {
  const found = new Map<string, () => ListedVenue | undefined>();
  const usable = new Map<string, ListedVenue | undefined>();
  for (const code of codes) {
    const find = directory.find(tenant, code).then(
      (listed) => {
        usable.set(code, listed);
        return () => listed;
      },
      (error: unknown) => () => {
        throw error;
      },
    );
    found.set(code, await find);
  }
  return { find: (code) => found.get(code)?.(), ifUsable: (code) => usable.get(code) };
}
