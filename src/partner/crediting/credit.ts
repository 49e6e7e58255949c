import { Problem } from '../../kernel/index.ts';
import { Behind, changeInSeries, tryFacts, type Facts, type FactsContext } from '../facts/handle/index.ts';
import { describeMissing } from '../facts/log/index.ts';
import { readState } from '../facts/store/index.ts';
import { draftProgress, draftRewards, takeAlike, type Draft, type PartnerSum } from './draft.ts';
import { describeDays, findTouchedDays, settleDays } from './due.ts';
import { payingOut, type DraftPayouts } from './pay-out.ts';
import { findProgress } from './progress.ts';
import { selectHead } from './store.ts';

const MAX_ATTEMPTS = 20;
/** In one payout, unless a single day has more. */
const MAX_ORDERS = 1_000_000;

export interface Crediting {
  /** The last day that is credited, `YYYY-MM-DD`. */
  readonly through: string;
  /** Drafts the payouts and makes none. */
  readonly dryRun?: boolean | undefined;
  readonly onPayout?: ((payout: Payout, sums: readonly PartnerSum[]) => void) | undefined;
}

export type Payout = Pick<Draft, 'number' | 'kind' | 'firstDay' | 'lastDay' | 'rowCount' | 'rewardUsd'>;

interface TouchedDay {
  readonly day: string;
  readonly orders: number;
  readonly isCredited: boolean;
}

/**
 * Credits what the days up to `through` earn and was not credited before. New days, days that have changed since they
 * were credited, and each compensation are payouts of their own. Nothing is credited twice, even when runs overlap or
 * are interrupted.
 */
export async function credit(context: FactsContext, crediting: Crediting): Promise<Payout[]> {
  checkThrough(crediting.through, context.clock.now());
  return context.facts.lease.during(() => creditDays(context, crediting), context.signal);
}

async function creditDays(
  context: FactsContext,
  { through, dryRun = false, onPayout }: Crediting,
): Promise<Payout[]> {
  const { facts, signal } = context;
  const made: Payout[] = [];
  const announce = ({ number, kind, firstDay, lastDay, rowCount, rewardUsd, sums }: Draft): void => {
    const payout = { number, kind, firstDay, lastDay, rowCount, rewardUsd };
    made.push(payout);
    onPayout?.(payout, sums);
  };
  const payOut = (draft: DraftPayouts): Promise<void> =>
    dryRun ? draftOnly(context, draft, made.length, announce) : payOutSurely(context, draft, announce);

  await requireWhole(facts);
  for (const batch of batchesOf(await findTouched(context, through))) {
    let left = batch.map(({ day }) => day);
    while (left.length > 0) {
      let done: ReadonlySet<string> = new Set();
      await payOut(async (drafting, head) => {
        // A run beside this one may have credited some of the days.
        const alike = await takeAlike(drafting, left);
        const draft = await draftRewards(drafting, head, alike);
        done = new Set(alike.days);
        return { drafts: draft ? [draft] : [], settle: settleDays(alike.days, drafting.facts) };
      });
      left = left.filter((day) => !done.has(day));
    }
  }
  const [tierChange] = await facts.database.query(findProgress(through), [], { signal });
  if (tierChange)
    await payOut(async (drafting, head) => ({
      drafts: await draftProgress(drafting, head, through),
      settle: '',
    }));
  return made;
}

async function findTouched({ facts, signal }: FactsContext, last: string): Promise<TouchedDay[]> {
  const touched = await facts.database.query<{ day: string }>(findTouchedDays(last), [], { signal });
  const days = touched.map(({ day }) => day);
  // A single day is always a payout of its own.
  if (days.length < 2) return days.map((day) => ({ day, orders: 0, isCredited: false }));
  return facts.database.query<TouchedDay>(describeDays(days), [], { signal });
}

/** Drafts payouts and makes them; drafts again when something else was written in the meantime. */
async function payOutSurely(
  context: FactsContext,
  draft: DraftPayouts,
  announce: (draft: Draft) => void,
): Promise<void> {
  const { facts, signal } = context;
  const { position } = facts;
  for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts += 1) {
    signal.throwIfAborted();
    const isDone = await changeInSeries(context, payingOut(context, draft, announce)).catch(
      (error: unknown) => {
        if (error instanceof Behind) return false;
        throw error;
      },
    );
    if (!isDone || position.applied < position.head) await requireWhole(facts);
    if (isDone) return;
  }
  throw new Problem('unavailable', 'Too many other crediting runs are in progress. Try again later.');
}

/** Announces the payouts that would come after others that were only drafted. */
async function draftOnly(
  context: FactsContext,
  draft: DraftPayouts,
  others: number,
  announce: (draft: Draft) => void,
): Promise<void> {
  const { db, signal, clock } = context;
  const last = await selectHead(db).executeTakeFirstOrThrow();
  const head = { ...last, number: last.number + others };
  await tryFacts(
    context,
    async () => {},
    async (session) => {
      const { applied } = await readState(session);
      const { drafts } = await draft({ session, signal, at: clock.now(), facts: applied }, head);
      drafts.forEach(announce);
    },
  );
}

/** Refuses to credit from a store that lacks facts or payouts: it would take back what was credited for them. */
async function requireWhole(facts: Facts): Promise<void> {
  try {
    await facts.catchUp();
  } catch (error) {
    const { applied } = await readState(facts.database);
    throw new Problem(
      'unavailable',
      `Nothing can be credited, because the fact store is behind the log: ${await describeMissing(facts.db, applied)} ` +
        `could not be applied. ${(error as Error).message}`,
      { cause: error, headers: { 'retry-after': '60' } },
    );
  }
}

/** Groups days into payouts that fit into memory, each with new days only or with credited days only. */
function batchesOf(days: readonly TouchedDay[]): TouchedDay[][] {
  const batches: TouchedDay[][] = [];
  let room = 0;
  for (const day of days) {
    const batch = batches.at(-1);
    if (batch && day.orders <= room && batch[0]?.isCredited === day.isCredited) {
      batch.push(day);
      room -= day.orders;
    } else {
      batches.push([day]);
      room = MAX_ORDERS - day.orders;
    }
  }
  return batches;
}

export function checkThrough(through: string, now: Date): void {
  const isDay =
    /^\d{4}-\d\d-\d\d$/.test(through) && !Number.isNaN(Date.parse(through)) && toDay(through) === through;
  if (!isDay) throw new Problem('unprocessable', `${through} is not a day: write it as 2024-03-04.`);
  if (through >= now.toISOString().slice(0, 10)) {
    throw new Problem(
      'unprocessable',
      `${through} is not over yet: a day is credited when it has ended (UTC).`,
    );
  }
}

const toDay = (text: string): string => new Date(text).toISOString().slice(0, 10);
