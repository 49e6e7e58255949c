import { Decimal, Problem, type Context } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { reserve, type Posting } from '../wallets/index.ts';
import { readDivision, readEarned, type Earned } from './members.ts';
import { rebateOccasion } from './notices.ts';
import { payRun } from './pay.ts';
import { periodsToRun, type Span } from './period.ts';
import { referenceOf } from './reference.ts';
import { insertRebates, insertRun, selectApproved } from './runs/index.ts';
import { rebatesOf } from './show.ts';
import { lockGroup, selectGroupsAfter, type GroupRow } from './store.ts';
import type { FactsContext } from '../facts/handle/index.ts';

const GROUPS_AT_ONCE = 100;
const RUNS_AT_ONCE = 100;
const BEFORE_ALL = '0001-01-01';

/**
 * Reserves the rebates of every period that has ended by a day, once per group and period, and pays those that are
 * approved and covered. Credit the rewards through that day first.
 */
export async function runRebates(context: FactsContext, through: string): Promise<void> {
  const paying = withScope(context, 'rebates:edit');
  for (let last = 0; ;) {
    const groups = await selectGroupsAfter(context.db, last, GROUPS_AT_ONCE).execute();
    for (const group of groups) {
      for (const span of periodsToRun(group)) {
        if (span.end > through) break;
        await runPeriod(context, group, span);
      }
      await payApproved(paying, group);
      last = group.id;
    }
    if (groups.length < GROUPS_AT_ONCE) return;
  }
}

/** Pays the approved runs of a group that are covered; those that are not keep none after them from being paid. */
async function payApproved(context: Context<Db>, { id, partner_uid }: GroupRow): Promise<void> {
  for (let last = BEFORE_ALL; ;) {
    const approved = await selectApproved(context.db, id, last, RUNS_AT_ONCE).execute();
    for (const { period_start } of approved) {
      await payRun(context, { group_id: id, partner_uid, period_start });
      last = period_start;
    }
    if (approved.length < RUNS_AT_ONCE) return;
  }
}

/** An operator who runs crediting for all partners needs no scope of a partner. */
function withScope(context: Context<Db>, scope: string): Context<Db> {
  const { actor, clock, db, service, traceId, callerTraceId, signal } = context;
  const scopes = new Set([...actor.scopes, scope]);
  return { actor: { ...actor, scopes }, clock, db, service, traceId, callerTraceId, signal };
}

interface RunInput {
  readonly group: GroupRow;
  readonly span: Span;
  readonly earned: readonly Earned[];
}

async function runPeriod(context: FactsContext, group: GroupRow, span: Span): Promise<void> {
  context.signal.throwIfAborted();
  const division = await readDivision(context.db, group.partner_uid);
  const earned = await readEarned(context, division, group.id, span);
  try {
    await run(context, reserveRebates, { group, span, earned });
  } catch (error) {
    // A concurrent run has already reserved it, or the group has another period now or has ended.
    const isPast = error instanceof Problem && (error.code === 'conflict' || error.code === 'not_found');
    if (!isPast) throw error;
  }
}

const reserveRebates = command({
  name: 'rebate.reserve',
  scope: 'admin',
  async lock(tx, { group: { partner_uid, id } }: RunInput) {
    // What waits for a lock reads other tables as they were before it waited, so the last run is read again.
    await lockGroup(tx, partner_uid, id).execute();
    return lockGroup(tx, partner_uid, id).executeTakeFirst();
  },
  decide(group: GroupRow, { span, earned }, { now }) {
    const { start, end } = periodsToRun(group).next().value;
    if (start !== span.start || end !== span.end)
      throw new Problem('conflict', `The period of the group that is run next is ${start} to ${end}.`);
    const rebates = rebatesOf(group, earned);
    const status = rebates.length === 0 ? 'paid' : group.type === 'auto' ? 'approved' : 'pending';
    const reference = referenceOf(group.id, span.start);
    return {
      change: { group, span, rebates, status, reference, now } as const,
      audit: {
        subject: reference,
        details: { partner_uid: group.partner_uid, ...span, status, rebates: rebates.length },
      },
      jobs: status === 'pending' ? [rebateOccasion(now)] : [],
    };
  },
  async write(tx, { group, span, rebates, status, reference, now }) {
    const group_id = String(group.id);
    const inserted = await insertRun(tx, {
      group_id,
      period_start: span.start,
      period_end: span.end,
      status,
      percent: group.percent,
      created_at: now,
      updated_at: now,
    }).executeTakeFirst();
    if (!inserted || rebates.length === 0) return inserted;
    const postings = new Map<string, Posting>();
    for (const { account_id, name, currency, amount } of rebates) {
      const sum = Decimal.parse(postings.get(account_id)?.amount ?? '0').plus(amount);
      const { partner_uid } = group;
      postings.set(account_id, {
        account_id,
        partner_uid,
        name,
        currency,
        type: 'reward',
        amount: sum.toString(),
      });
    }
    await reserve(tx, { kind: 'rebate', reference, at: now, postings: [...postings.values()] });
    await insertRebates(
      tx,
      rebates.map(({ client_uid, account_id, currency, amount, reward, payout }) => ({
        group_id,
        period_start: span.start,
        client_uid,
        account_id,
        currency,
        amount: amount.toString(),
        reward: reward.toString(),
        payout: String(payout),
      })),
    ).execute();
    return inserted;
  },
});
