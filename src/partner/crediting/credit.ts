import { rm } from 'node:fs/promises';
import { Problem, type Context } from '../../kernel/index.ts';
import type { Session } from '../../platform/duckdb/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Facts } from '../facts/index.ts';
import { catchUp, copyPayout, findPartners, lastCopied } from './copy.ts';
import { draftProgress, draftRewards, type Draft, type Drafting, type Head } from './draft.ts';
import { describeDays, findTouchedDays, settleDays } from './due.ts';
import { pay } from './pay.ts';
import { findProgress } from './progress.ts';
import { selectHead } from './store.ts';

const MAX_ATTEMPTS = 20;
/** In one payout, unless a single day has more. */
const MAX_ORDERS = 1_000_000;

export interface Crediting {
  /** The last day that is credited, `YYYY-MM-DD`. */
  readonly through: string;
  readonly onPayout?: ((payout: Payout) => void) | undefined;
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
  const { through, onPayout } = crediting;
  checkThrough(through, context.clock.now());
  const { signal } = context;
  await catchUp(context.db, facts);
  await facts.database.write(findPartners);
  const made: Payout[] = [];
  for (const batch of batchesOf(await findTouched(through))) {
    const days = batch.map(({ day }) => day);
    await makePayouts(async (drafting, head) => {
      const draft = await draftRewards(drafting, head, days);
      const version = await readVersion(drafting.session);
      return { drafts: draft ? [draft] : [], settle: settleDays(days, version) };
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

  /** Drafts payouts and makes them; drafts again when another run has made a payout in the meantime. */
  async function makePayouts(draft: (drafting: Drafting, head: Head) => Promise<Drafted>): Promise<void> {
    for (let attempts = 1; ; attempts += 1) {
      signal.throwIfAborted();
      const head = await selectHead(context.db).executeTakeFirstOrThrow();
      const isDone = await facts.database.prepare(async (session, alone) => {
        const drafting = { session, folder: facts.spillFolder, signal, at: context.clock.now() };
        const drafted = await session.transaction(async () =>
          (await lastCopied(session)) === head.number ? draft(drafting, head) : undefined,
        );
        return drafted !== undefined && make(session, alone, drafted);
      }, signal);
      if (isDone) return;
      if (attempts === MAX_ATTEMPTS)
        throw new Problem('unavailable', 'Too many other crediting runs are in progress. Try again later.');
      await catchUp(context.db, facts);
    }
  }

  /** Returns false when another run has made a payout since the drafts. */
  async function make(session: Session, alone: Alone, { drafts, settle }: Drafted): Promise<boolean> {
    try {
      for (const draft of drafts) {
        const meanwhile = () => pay(context, draft);
        const isNext = await alone(() => copyPayout(session, draft, { meanwhile, statements: settle }));
        if (!isNext) return false;
        const { number, kind, firstDay, lastDay, rowCount, rewardUsd } = draft;
        const payout = { number, kind, firstDay, lastDay, rowCount, rewardUsd };
        made.push(payout);
        onPayout?.(payout);
      }
      if (drafts.length === 0 && settle !== '')
        await alone(() => session.transaction(() => session.run(settle)));
      return true;
    } catch (error) {
      if (error instanceof Problem && error.code === 'conflict') return false;
      throw error;
    } finally {
      await Promise.all(drafts.map(({ path }) => rm(path, { force: true })));
    }
  }
}

type Alone = Parameters<Parameters<Facts['database']['prepare']>[0]>[1];

interface Drafted {
  readonly drafts: readonly Draft[];
  /** The statement that marks the days as credited. */
  readonly settle: string;
}

async function readVersion(session: Session): Promise<number> {
  const [state] = await session.query<{ version: number }>('select version from fact_state');
  return state?.version ?? 0;
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

function checkThrough(through: string, now: Date): void {
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
