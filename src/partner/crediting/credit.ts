import { rm } from 'node:fs/promises';
import { Problem, type Context } from '../../kernel/index.ts';
import type { Session } from '../../platform/duckdb/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Facts } from '../facts/index.ts';
import { catchUp, copyPayout, findPartners, lastCopied } from './copy.ts';
import { draftProgress, draftRewards, type Draft, type Head } from './draft.ts';
import { findChangedDays } from './due.ts';
import { pay } from './pay.ts';
import { selectHead } from './store.ts';

const MAX_ATTEMPTS = 20;

export interface Crediting {
  /** The last day that is credited, `YYYY-MM-DD`. */
  readonly through: string;
  readonly onPayout?: ((payout: Payout) => void) | undefined;
}

export type Payout = Pick<Draft, 'number' | 'kind' | 'day' | 'rowCount' | 'rewardUsd'>;

interface ChangedDay {
  readonly day: string;
  /** Null when the day has no orders any more. */
  readonly digest: string | null;
  /** Of the facts that it is a digest of. */
  readonly version: number;
}

/**
 * Credits what the days up to `through` earn and what was not credited before: each day that has something, and
 * each compensation, is a payout of its own. However often it runs, at once or interrupted, nothing is credited
 * twice.
 */
export async function credit(context: Context<Db>, facts: Facts, crediting: Crediting): Promise<Payout[]> {
  const { through, onPayout } = crediting;
  checkThrough(through, context.clock.now());
  const { signal } = context;
  await catchUp(context.db, facts);
  await facts.database.write(findPartners);
  const made: Payout[] = [];
  const days = await facts.database.query<ChangedDay>(findChangedDays(through), [], { signal });
  for (const { day, digest, version } of days) {
    let isSame = false;
    await settle(async (desk, head) => {
      isSame = (await readVersion(desk.session)) === version;
      const draft = await draftRewards(desk, head, day);
      return draft ? [draft] : [];
    });
    if (isSame) await facts.database.write((session) => noteDigest(session, day, digest));
  }
  await settle((desk, head) => draftProgress(desk, head, through));
  return made;

  /** Drafts and makes payouts. When another run has made one meanwhile, what is due is found out anew. */
  async function settle(draft: (desk: Desk, head: Head) => Promise<Draft[]>): Promise<void> {
    for (let attempts = 1; ; attempts += 1) {
      signal.throwIfAborted();
      const drafts = await draftAtHead(draft);
      if (drafts && (await payAll(drafts))) return;
      if (attempts === MAX_ATTEMPTS)
        throw new Problem('unavailable', 'Too many others are crediting at the same time. Try again later.');
      await catchUp(context.db, facts);
    }
  }

  /** Undefined when the fact store does not know the last payout. */
  async function draftAtHead(
    draft: (desk: Desk, head: Head) => Promise<Draft[]>,
  ): Promise<Draft[] | undefined> {
    const head = await selectHead(context.db).executeTakeFirstOrThrow();
    return facts.database.write(async (session) => {
      if ((await lastCopied(session)) !== head.number) return undefined;
      const desk = { session, folder: facts.spillFolder, signal, at: context.clock.now() };
      return session.transaction(() => draft(desk, head));
    }, signal);
  }

  /** False when another run came between. */
  async function payAll(drafts: readonly Draft[]): Promise<boolean> {
    for (const draft of drafts) {
      try {
        await pay(context, draft);
      } catch (error) {
        await Promise.all(drafts.map(({ path }) => rm(path, { force: true })));
        if (error instanceof Problem && error.code === 'conflict') return false;
        throw error;
      }
      await copyPayout(facts, draft);
      const { number, kind, day, rowCount, rewardUsd } = draft;
      const payout = { number, kind, day, rowCount, rewardUsd };
      made.push(payout);
      onPayout?.(payout);
    }
    return true;
  }
}

type Desk = Parameters<typeof draftRewards>[0];

async function readVersion(session: Session): Promise<number | undefined> {
  const [state] = await session.query<{ version: number }>('select version from fact_state');
  return state?.version;
}

/** If this is lost, the day is looked at once more and found to be credited. */
async function noteDigest(session: Session, day: string, digest: string | null): Promise<void> {
  await session.transaction(async () => {
    await session.query('delete from credited_days where day = cast($1 as date)', [day]);
    if (digest !== null) {
      await session.query('insert into credited_days values (cast($1 as date), $2)', [day, digest]);
    }
  });
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
