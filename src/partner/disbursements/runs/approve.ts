import { Problem } from '../../../kernel/index.ts';
import { findAccountable, isSamePerson } from '../../../platform/auth/index.ts';
import { command, run } from '../../../platform/commands/index.ts';
import type { FactsContext } from '../../facts/handle/index.ts';
import { lockAccounts } from '../../wallets/index.ts';
import { NO_AGREEMENT } from '../blocks.ts';
import { PAY_ON_CHAIN } from '../chain/index.ts';
import { lockConfirmed } from '../destinations/index.ts';
import type { Issuer } from '../documents/index.ts';
import { approveNow } from '../hand-over.ts';
import type { LeftLine, RunApproval } from './schema.ts';
import { lockRun, lockWaiting, reviewWaiting, type Review, type RunRow, type Terms } from './store.ts';
import { readTerms } from './terms.ts';

interface Approving {
  readonly number: number;
  readonly terms: Terms;
  readonly issuer: Issuer;
}

interface State {
  readonly review: Review;
  /** Whether the approver asked for the run. */
  readonly isOwn: boolean;
}

/** Approves what of a run can be approved, for the destinations that are confirmed now. The rest is left and listed. */
export async function approveRun(
  context: FactsContext,
  number: number,
  issuer: Issuer,
): Promise<RunApproval> {
  const terms = await readTerms(context, { minimums: [], issuer });
  return (await run(context, approve, { number, terms, issuer })).result;
}

const approve = command({
  name: 'disbursement-run.approve',
  scope: 'disbursements:manage',
  async lock(tx, { number, terms }: Approving, { actor, clock }): Promise<State | undefined> {
    const row: RunRow | undefined = await lockRun(tx, actor.tenant, number).executeTakeFirst();
    if (!row) return undefined;
    const waiting = await lockWaiting(tx, number).execute();
    const accounts = waiting.map(({ account_id }) => account_id);
    await lockAccounts(tx, accounts).execute();
    await lockConfirmed(tx, actor.tenant, accounts).execute();
    const own = { by: actor.id, at: clock.now() };
    const people = await findAccountable(tx, own);
    return {
      review: await reviewWaiting(tx, terms, number, people).executeTakeFirstOrThrow(),
      isOwn: await isSamePerson(tx, { by: row.requested_by, at: row.requested_at }, own),
    };
  },
  approves: ({ review }: State, { number }) => describe(number, review),
  decide({ review, isOwn }: State, { number, issuer }, { actor, now }) {
    if (isOwn)
      throw new Problem(
        'unprocessable',
        `Another person must approve run ${number}: you count as who asked for it.`,
      );
    const { numbers, left_lines: left, left_count } = review;
    if (numbers.length === 0)
      throw new Problem(
        left_count === 0 ? 'invalid_transition' : 'unprocessable',
        left_count === 0
          ? `Nothing of run ${number} waits for an approval.`
          : `Nothing of run ${number} can be approved now. ${[...new Set(left.map(({ reason }) => WHY[reason]))].join(' ')}`,
      );
    return {
      change: { review, tenant: actor.tenant, by: actor.id, now, issuer },
      jobs: [PAY_ON_CHAIN],
      audit: { subject: String(number), details: { ...describe(number, review), left: left_count } },
    };
  },
  async write(tx, { review, tenant, by, now, issuer }): Promise<RunApproval | undefined> {
    const { numbers, totals, left_lines: left, left_count } = review;
    if (!(await approveNow(tx, { tenant, numbers, by, now, issuer }))) return undefined;
    return { approved: numbers.length, totals: [...totals], left: [...left], left_count };
  },
});

/** Why disbursements are left, as sentences. */
const WHY: Readonly<Record<LeftLine['reason'], string>> = {
  currency: 'Nobody pays the currency of an account.',
  no_destination: 'An account has no confirmed destination.',
  cooling_off: 'A destination changed, and its cooling-off period goes on.',
  suspended: 'A partner is suspended.',
  blocked: 'A partner is blocked.',
  document_missing: NO_AGREEMENT,
  debt: 'An account owes money.',
  balance: 'A balance fell below what is reserved.',
  own_destination: 'Another person must approve what goes to a destination that you count as who saved.',
  own_outcome:
    'Another person must approve, or first review what failed or came back: you count as who said so of an account.',
};

/** What the person confirms, and what the audit log keeps. The hash is of every number, amount and destination. */
const describe = (run: number, { numbers, totals, sha256 }: Review) => ({
  run,
  approved: numbers.length,
  totals: totals.map((total) => ({ ...total })),
  sha256,
});
