import { Problem, type Context } from '../../kernel/index.ts';
import { isSamePerson } from '../../platform/auth/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import { requireMatch } from '../../platform/http/index.ts';
import type { Db, Tx } from '../../platform/postgres/index.ts';
import type { VenueDirectory } from '../directory.ts';
import { checkAtVenues, checkShape } from './check.ts';
import { keyOf, type Place } from './decide.ts';
import { getBalance } from './list.ts';
import { managedBalanceOccasion } from './notices.ts';
import { subjectOf } from './subject.ts';
import type { ManagedBalance, Settings } from './schema.ts';
import { deleteBalance, lockManaged, selectBalances, upsertBalance, type BalanceRow } from './store.ts';
import { endOpen } from './proposals/index.ts';
import { etagOf } from './view.ts';
import { placesOf } from './world/index.ts';

const MAX_BALANCES = 100;

interface SaveInput {
  readonly place: Place;
  readonly settings: Settings;
  readonly ifMatch: string | undefined;
}

/**
 * Sets what a balance is kept between. Where it acts without a person, or one that does so draws from it, another admin
 * confirms the settings before they are in force.
 */
export async function saveBalance(
  context: Context<Db>,
  directory: VenueDirectory,
  input: SaveInput,
): Promise<ManagedBalance> {
  checkShape(input.place, input.settings);
  await checkAtVenues(directory, context.actor.tenant, input.place, input.settings);
  await run(context, save, input);
  return getBalance(context, input.place);
}

/** All of the tenant, under the lock of decisions. */
async function lockAll(tx: Tx, tenant: string): Promise<BalanceRow[]> {
  await lockManaged(tx, tenant).execute();
  return selectBalances(tx, tenant).execute();
}

const find = (all: readonly BalanceRow[], place: Place): BalanceRow | undefined =>
  all.find((row) => keyOf(row) === keyOf(place));

/** Those that move money of this place without a person, or would as soon as they are confirmed. */
const drawing = (all: readonly BalanceRow[], place: Place): BalanceRow[] =>
  all.filter(
    (row) =>
      keyOf(row) !== keyOf(place) &&
      [row.settings, row.pending].some(
        (settings) =>
          settings?.acts === 'ALONE' &&
          placesOf(row, settings).some((source) => keyOf(source) === keyOf(place)),
      ),
  );

const save = command({
  name: 'managed-balance.save',
  scope: 'admin',
  lock: (tx, _input: SaveInput, { actor }) => lockAll(tx, actor.tenant),
  decide(all: BalanceRow[], { place, settings, ifMatch }, { actor, now }) {
    const earlier = find(all, place);
    requireMatch(ifMatch, etagOf(earlier ?? { settings: null, pending: null }));
    if (!earlier && all.length >= MAX_BALANCES) {
      throw new Problem('unprocessable', `There are ${MAX_BALANCES} managed balances: that is the most.`);
    }
    const by = { by: actor.id, at: now };
    const waits = settings.acts === 'ALONE' || drawing(all, place).length > 0;
    const row: BalanceRow = {
      tenant: actor.tenant,
      ...place,
      settings: waits ? (earlier?.settings ?? null) : settings,
      settings_by: waits ? (earlier?.settings_by ?? null) : by.by,
      settings_at: waits ? (earlier?.settings_at ?? null) : by.at,
      pending: waits ? settings : null,
      pending_by: waits ? by.by : null,
      pending_at: waits ? by.at : null,
      created_at: earlier?.created_at ?? now,
    };
    const subject = subjectOf(place);
    return {
      change: { row, endsOpen: !waits, now },
      audit: { subject, details: { ...place, settings, waits } },
      jobs: waits ? [managedBalanceOccasion(subject)] : [],
    };
  },
  write: async (tx, { row, endsOpen, now }) => {
    if (endsOpen) await endOpen(tx, row.tenant, row, now).execute();
    return (await upsertBalance(tx, row).executeTakeFirst())?.venue;
  },
});

/** Puts pending settings in force. Who has set them cannot. */
export async function confirmBalance(context: Context<Db>, place: Place): Promise<ManagedBalance> {
  await run(context, confirm, { place });
  return getBalance(context, place);
}

/** Drops pending settings. */
export async function refuseBalance(context: Context<Db>, place: Place): Promise<void> {
  await run(context, refuse, { place });
}

interface PlaceInput {
  readonly place: Place;
}

type Pending = BalanceRow & Readonly<{ pending: Settings; pending_by: string; pending_at: Date }>;

function pendingOf(row: BalanceRow): Pending {
  const { pending, pending_by, pending_at } = row;
  if (!pending || pending_by === null || !pending_at) {
    throw new Problem('invalid_transition', 'No settings wait for confirmation.');
  }
  return { ...row, pending, pending_by, pending_at };
}

const confirm = command({
  name: 'managed-balance.confirm',
  scope: 'admin',
  async lock(tx, { place }: PlaceInput, { actor, clock }) {
    const row = find(await lockAll(tx, actor.tenant), place);
    if (!row) return undefined;
    const own = { by: actor.id, at: clock.now() };
    const { pending_by, pending_at } = row;
    const isOwn =
      pending_by !== null &&
      pending_at !== null &&
      (await isSamePerson(tx, { by: pending_by, at: pending_at }, own));
    return { row, isOwn };
  },
  approves: ({ row: { venue, asset, settings, pending } }) => ({
    venue,
    asset,
    before: settings,
    settings: pending,
  }),
  decide({ row, isOwn }, { place }, { now }) {
    const { pending, pending_by, pending_at } = pendingOf(row);
    if (isOwn) throw new Problem('unprocessable', 'Another admin must confirm it: it counts as set by you.');
    return {
      change: {
        row: {
          ...row,
          settings: pending,
          settings_by: pending_by,
          settings_at: pending_at,
          pending: null,
          pending_by: null,
          pending_at: null,
        },
        now,
      },
      audit: { subject: subjectOf(place), details: { ...place, settings: pending, setBy: pending_by } },
    };
  },
  async write(tx, { row, now }) {
    await endOpen(tx, row.tenant, row, now).execute();
    return (await upsertBalance(tx, row).executeTakeFirst())?.venue;
  },
});

const refuse = command({
  name: 'managed-balance.refuse',
  scope: 'admin',
  lock: async (tx, { place }: PlaceInput, { actor }) => find(await lockAll(tx, actor.tenant), place),
  decide(row: BalanceRow, { place }) {
    const { pending } = pendingOf(row);
    return {
      change: { ...row, pending: null, pending_by: null, pending_at: null },
      audit: { subject: subjectOf(place), details: { ...place, settings: pending } },
    };
  },
  async write(tx, row) {
    const isEmpty = row.settings === null;
    return isEmpty
      ? (await deleteBalance(tx, row.tenant, row).executeTakeFirst())?.venue
      : (await upsertBalance(tx, row).executeTakeFirst())?.venue;
  },
});

/** Ends the management of a balance. One admin may stop it, unless it protects a source of another that acts alone. */
export async function removeBalance(context: Context<Db>, place: Place): Promise<void> {
  await run(context, remove, { place });
}

const remove = command({
  name: 'managed-balance.remove',
  scope: 'admin',
  async lock(tx, { place }: PlaceInput, { actor }) {
    const all = await lockAll(tx, actor.tenant);
    const row = find(all, place);
    return row && { row, by: drawing(all, place) };
  },
  decide({ row, by: [first] }, { place }, { now }) {
    if (first) {
      throw new Problem(
        'conflict',
        `Its minimum bounds what ${first.asset} at ${first.venue} takes without a person. Change that one first.`,
      );
    }
    const { settings, pending } = row;
    return {
      change: { row, now },
      audit: { subject: subjectOf(place), details: { ...place, settings, pending } },
    };
  },
  async write(tx, { row, now }) {
    await endOpen(tx, row.tenant, row, now).execute();
    return deleteBalance(tx, row.tenant, row).executeTakeFirst();
  },
});
