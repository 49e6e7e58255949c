import { Decimal, Problem, sha256, type Context } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import { event } from '../../platform/events/index.ts';
import type { Lease } from '../../platform/leases/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { VenueDeposit } from '../venues/index.ts';
import { toDeposit } from './deposit.ts';
import {
  depositCredited,
  depositNeedsInformation,
  depositRejected,
  depositSeen,
  depositTakenBack,
} from './events.ts';
import { meaningOf, reasonOf } from './state.ts';
import { insertDeposit, lockDeposit, updateDeposit, type DepositRow } from './store.ts';

/** What a venue says of a deposit; the rest of a row is ours. */
export type Said = Omit<
  DepositRow,
  'id' | 'tenant' | 'venue' | 'taken_back_at' | 'created_at' | 'updated_at'
> & {
  readonly created_at: Date | null;
};

const LONGEST = 256;
// The sender of a deposit chooses some of its texts.
const isFit = (text: string): boolean => text.length <= LONGEST && !/\p{Cc}|\p{Cs}/u.test(text);
const fitOrNull = (text: string | null): string | null => (text !== null && isFit(text) ? text : null);
/** Different ids stay different, whatever they contain. */
const fitOrHash = (text: string): string => (isFit(text) ? text : `sha256:${sha256(text).toString('hex')}`);

export const saidOf = (deposit: VenueDeposit): Said => ({
  venue_deposit_id: fitOrHash(deposit.venueDepositId),
  asset: fitOrHash(deposit.asset),
  amount: deposit.amount.toString(),
  // One below zero is none that a venue can take.
  fee: deposit.fee && deposit.fee.sign >= 0 ? deposit.fee.toString() : null,
  network: fitOrNull(deposit.network),
  address: fitOrNull(deposit.address),
  tag: fitOrNull(deposit.tag),
  receipt: fitOrNull(deposit.hash),
  output: fitOrNull(deposit.output),
  internal_transfer_id: fitOrNull(deposit.internalId),
  state: deposit.state,
  venue_status: fitOrNull(deposit.venueStatus) ?? 'not readable',
  created_at: deposit.createdAt,
});

const TEXTS = [
  'asset',
  'network',
  'address',
  'tag',
  'receipt',
  'output',
  'internal_transfer_id',
  'state',
  'venue_status',
] as const;

/** The members in which what the venue says differs from what is stored. */
export function newsIn(row: DepositRow, said: Said): (keyof Said)[] {
  const amounts = (['amount', 'fee'] as const).filter((name) => !isSameAmount(row[name], said[name]));
  return [...TEXTS.filter((name) => row[name] !== said[name]), ...amounts];
}

const isSameAmount = (a: string | null, b: string | null): boolean =>
  a === null || b === null ? a === b : Decimal.parse(a).equals(Decimal.parse(b));

interface Observation {
  /** Of the reader. */
  readonly lease: Lease;
  readonly venue: string;
  readonly said: Said;
}

/** Stores what a venue says of a deposit that is new or has changed. */
export async function observeDeposit(context: Context<Db>, observation: Observation): Promise<void> {
  await run(context, observe, observation).catch((error: unknown) => {
    // Another process has stored the same meanwhile.
    if (!(error instanceof Problem && error.code === 'invalid_transition')) throw error;
  });
}

interface Change {
  readonly isNew: boolean;
  readonly row: DepositRow;
}

const pick = (row: DepositRow, names: readonly (keyof Said)[]) =>
  Object.fromEntries(names.map((name) => [name, row[name] as string | null]));

/** A venue whose clock is ahead does not put a deposit before all later ones. */
const notLater = (at: Date | null, now: Date): Date => (at && at < now ? at : now);

const isTakenBack = (before: DepositRow | undefined, { state }: Pick<DepositRow, 'state'>): boolean =>
  before?.state === 'credited' && state !== 'credited';

function eventsOf(before: DepositRow | undefined, row: DepositRow) {
  const isNow = (state: DepositRow['state']): boolean => row.state === state && before?.state !== state;
  return [
    ...(before ? [] : [depositSeen]),
    ...(isTakenBack(before, row) ? [depositTakenBack] : []),
    ...(isNow('credited') ? [depositCredited] : []),
    ...(isNow('information') ? [depositNeedsInformation] : []),
    ...(isNow('rejected') ? [depositRejected] : []),
  ];
}

const observe = command({
  name: 'deposit.observe',
  scope: 'admin',
  async lock(tx, { lease, venue, said }: Observation, { actor }) {
    await lease.fence(tx);
    return { row: await lockDeposit(tx, actor.tenant, venue, said.venue_deposit_id).executeTakeFirst() };
  },
  decide({ row: before }: { readonly row: DepositRow | undefined }, { venue, said }, { id, actor, now }) {
    const news = before && newsIn(before, said);
    if (news?.length === 0) throw new Problem('invalid_transition', 'Nothing has changed.');
    const row: DepositRow = before
      ? {
          ...before,
          ...said,
          created_at: before.created_at,
          updated_at: now,
          taken_back_at: isTakenBack(before, said) ? now : before.taken_back_at,
        }
      : {
          ...said,
          id,
          tenant: actor.tenant,
          venue,
          created_at: notLater(said.created_at, now),
          updated_at: now,
          taken_back_at: null,
        };
    const deposit = toDeposit(row);
    const details = before
      ? {
          from: { ...pick(before, news ?? []), status: meaningOf(before.state).status },
          to: { ...pick(row, news ?? []), status: deposit.status },
        }
      : { deposit };
    return {
      change: { isNew: !before, row },
      audit: {
        subject: row.id,
        details: { status: deposit.status, reason: reasonOf(row.state, row.venue_status), ...details },
      },
      events: eventsOf(before, row).map((definition) => event(definition, { id: row.id, deposit })),
    };
  },
  async write(tx, { isNew, row }: Change) {
    if (isNew) return insertDeposit(tx, row).executeTakeFirst();
    const { id, ...change } = row;
    return updateDeposit(tx, id, change).executeTakeFirst();
  },
});
