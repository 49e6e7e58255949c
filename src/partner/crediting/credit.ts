import { Problem, type Context } from '../../kernel/index.ts';
import type { Session } from '../../platform/duckdb/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { describeMissing, NotApplied, readState, record, type Facts } from '../facts/index.ts';
import {
  draftProgress,
  draftRewards,
  type Draft,
  type Drafting,
  type Head,
  type PartnerSum,
} from './draft.ts';
import { describeDays, findTouchedDays, settleDays } from './due.ts';
import { pay } from './pay.ts';
import { findProgress } from './progress.ts';
import { selectHead } from './store.ts';
import { insertPayoutRows } from './tables.ts';

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
export async function credit(context: Context<Db>, facts: Facts, crediting: Crediting): Promise<Payout[]> {
  checkThrough(crediting.through, context.clock.now());
  return facts.lease.during(() => creditDays(context, facts, crediting), context.signal);
}

async function creditDays(context: Context<Db>, facts: Facts, crediting: Crediting): Promise<Payout[]> {
  const { through, dryRun = false, onPayout } = crediting;
  const { signal } = context;
  await requireWhole(facts);
  const made: Payout[] = [];
  for (const batch of batchesOf(await findTouched(through))) {
    const days = batch.map(({ day }) => day);
    await makePayouts(async (drafting, head) => {
      const draft = await draftRewards(drafting, head, days);
      return { drafts: draft ? [draft] : [], settle: settleDays(days, drafting.facts) };
    });
  }
  const [tierChange] = await facts.database.query(findProgress(through), [], { signal });
  if (tierChange) {
    await makePayouts(async (drafting, head) => ({
      drafts: await draftProgress(drafting, head, through),
      settle: '',
    }));
  }
  return made;

  async function findTouched(last: string): Promise<TouchedDay[]> {
    const touched = await facts.database.query<{ day: string }>(findTouchedDays(last), [], { signal });
    const days = touched.map(({ day }) => day);
    // A single day is always a payout of its own.
    if (days.length < 2) return days.map((day) => ({ day, orders: 0, isCredited: false }));
    return facts.database.query<TouchedDay>(describeDays(days), [], { signal });
  }

  /** Drafts payouts and makes them; drafts again when something else was written in the meantime. */
  async function makePayouts(draft: (drafting: Drafting, head: Head) => Promise<Drafted>): Promise<void> {
    if (dryRun) return draftPayouts(draft);
    for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts += 1) {
      signal.throwIfAborted();
      const head = await selectHead(context.db).executeTakeFirstOrThrow();
      try {
        const isDone = await facts.database.prepare(async (session, alone) => {
          const drafted = await session.transaction(async () => {
            const { applied } = await readState(session);
            if (applied < facts.position.head) return undefined;
            return draft({ session, signal, at: context.clock.now(), facts: applied }, head);
          });
          return drafted !== undefined && make(session, alone, drafted);
        }, signal);
        if (isDone) return;
      } catch (error) {
        if (!(error instanceof NotApplied)) throw error;
      }
      await requireWhole(facts);
    }
    throw new Problem('unavailable', 'Too many other crediting runs are in progress. Try again later.');
  }

  /** Announces the payouts that would come next. */
  async function draftPayouts(draft: (drafting: Drafting, head: Head) => Promise<Drafted>): Promise<void> {
    const stored = await selectHead(context.db).executeTakeFirstOrThrow();
    await facts.database.prepare(
      (session) =>
        session.transaction(async () => {
          const { applied } = await readState(session);
          const head = { ...stored, number: stored.number + made.length };
          const { drafts } = await draft({ session, signal, at: context.clock.now(), facts: applied }, head);
          drafts.forEach(announce);
        }),
      signal,
    );
  }

  /** Returns false when something else was written since the drafts. */
  async function make(session: Session, alone: Alone, { drafts, settle }: Drafted): Promise<boolean> {
    for (const draft of drafts) {
      const kind = draft.kind === 'progress' ? 'progress-rewards' : 'credited-rewards';
      const appended = await alone(() =>
        record(facts, session, {
          kind,
          source: 'crediting',
          accepted: draft.rowCount,
          repeated: 0,
          replaced: 0,
          withdrawn: 0,
          rows: `from ${draft.table}`,
          write: async () => void (await session.run(`${insertPayoutRows(kind, draft.table)}; ${settle}`)),
          append: (batch) => pay(context, draft, batch),
        }),
      ).catch((error: unknown) => {
        if (error instanceof NotApplied) announce(draft);
        throw error;
      });
      if (!appended) return false;
      announce(draft);
    }
    if (drafts.length === 0 && settle !== '')
      await alone(() => session.transaction(() => session.run(settle)));
    return true;
  }

  function announce({ number, kind, firstDay, lastDay, rowCount, rewardUsd, sums }: Draft): void {
    const payout = { number, kind, firstDay, lastDay, rowCount, rewardUsd };
    made.push(payout);
    onPayout?.(payout, sums);
  }
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

type Alone = Parameters<Parameters<Facts['database']['prepare']>[0]>[1];

interface Drafted {
  readonly drafts: readonly Draft[];
  /** The statement that marks the days as credited. */
  readonly settle: string;
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
