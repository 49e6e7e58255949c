import { Decimal, Problem, type Context } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { Db, Tx } from '../../platform/postgres/index.ts';
import { partnerOf } from '../requests/index.ts';
import { lockFigures, post, release, type Posting } from '../wallets/index.ts';
import { referenceOf } from './reference.ts';
import type { RunStatus, Verdict } from './schema.ts';
import { lockGroup } from './store.ts';
import { lockRun, selectAmounts, updateRun } from './runs/index.ts';

interface Run {
  readonly group_id: number;
  readonly partner_uid: string;
  readonly period_start: string;
}

interface State {
  readonly status: RunStatus;
  /** The amount of the run by account, with what rebates can spend. */
  readonly amounts: readonly { account_id: string; currency: string; amount: string; free: Decimal }[];
}

/** Approves or rejects a waiting run. An approved run is paid at once if the accounts cover it. */
export async function decideRun(
  context: Context<Db>,
  { group_id, period_start, decision }: { group_id: number; period_start: string } & Verdict,
): Promise<void> {
  const input = { group_id, period_start, partner_uid: partnerOf(context.actor) };
  await run(context, decision === 'approve' ? approve : reject, input);
  if (decision === 'approve') await payRun(context, input);
}

/** Pays the rebates of an approved run from the reward accounts, or leaves it waiting if they do not cover it. */
export async function payRun(context: Context<Db>, input: Run): Promise<void> {
  try {
    await run(context, pay, input);
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'invalid_transition')) throw error;
  }
}

async function lock(
  tx: Tx,
  { group_id, partner_uid, period_start }: Run,
  { clock }: Context<Db>,
): Promise<State | undefined> {
  const group = await lockGroup(tx, partner_uid, group_id).executeTakeFirst();
  const found = group && (await lockRun(tx, group_id, period_start).executeTakeFirst());
  if (!found) return undefined;
  const amounts = await selectAmounts(tx, group_id, [period_start]).execute();
  const figures = await lockFigures(
    tx,
    amounts.map(({ account_id }) => account_id),
    clock.now(),
  );
  return {
    status: found.status,
    amounts: amounts.map((row) => {
      const { cleared, reserved_disbursements } = figures(row.account_id);
      return { ...row, free: cleared.minus(reserved_disbursements) };
    }),
  };
}

const change = (input: Run, status: RunStatus, now: Date) => ({
  change: { ...input, status, now },
  audit: {
    subject: referenceOf(input.group_id, input.period_start),
    details: { partner_uid: input.partner_uid, status },
  },
});

function onlyFrom(present: RunStatus, needed: RunStatus): void {
  if (present !== needed)
    throw new Problem(
      'invalid_transition',
      `The rebates are ${present}, and only ${needed} ones can be that.`,
    );
}

const approve = command({
  name: 'rebate.approve',
  scope: 'rebates:edit',
  lock,
  approves: ({ amounts }: State, { group_id, partner_uid, period_start }: Run) => ({
    group_id,
    partner_uid,
    period_start,
    amounts: amounts.map(({ account_id, currency, amount }) => ({ account_id, currency, amount })),
  }),
  decide({ status }: State, input: Run, { now }) {
    onlyFrom(status, 'pending');
    return change(input, 'approved', now);
  },
  write: (tx, { group_id, period_start, status, now }) =>
    updateRun(tx, group_id, period_start, status, now).executeTakeFirst(),
});

const reject = command({
  name: 'rebate.reject',
  scope: 'rebates:edit',
  lock,
  decide({ status }: State, input: Run, { now }) {
    onlyFrom(status, 'pending');
    return change(input, 'rejected', now);
  },
  async write(tx, { group_id, period_start, status, now }) {
    await release(tx, referenceOf(group_id, period_start));
    return updateRun(tx, group_id, period_start, status, now).executeTakeFirst();
  },
});

const pay = command({
  name: 'rebate.pay',
  scope: 'rebates:edit',
  lock,
  decide({ status, amounts }: State, input: Run, { now }) {
    onlyFrom(status, 'approved');
    for (const { account_id, amount, free } of amounts) {
      if (free.compare(Decimal.parse(amount)) < 0)
        throw new Problem('invalid_transition', `Account ${account_id} does not cover the rebates yet.`);
    }
    const { change: changed, audit } = change(input, 'paid', now);
    return { change: { ...changed, amounts }, audit };
  },
  async write(tx, { group_id, partner_uid, period_start, status, now, amounts }) {
    const reference = referenceOf(group_id, period_start);
    await release(tx, reference);
    const postings = amounts.flatMap(({ account_id, currency, amount }): Posting[] => {
      const posting = { partner_uid, currency, name: 'Rebates' };
      return [
        { ...posting, account_id, type: 'reward', amount: `-${amount}` },
        { ...posting, account_id: `${account_id}:rebate`, type: 'rebate', amount },
      ];
    });
    await post(tx, { kind: 'rebate', reference, at: now, postings });
    return updateRun(tx, group_id, period_start, status, now).executeTakeFirst();
  },
});
