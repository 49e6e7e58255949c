import { Decimal, later } from '../../../kernel/index.ts';
import type { Tx } from '../../../platform/postgres/index.ts';
import { findSaved } from '../../destinations/index.ts';
import {
  evaluate,
  neededSums,
  selectActiveRules,
  type Applicant,
  type Rule,
  type Verdict,
} from '../../policies/index.ts';
import { type WithdrawalRow } from '../store.ts';
import { selectBlocking } from './store.ts';
import { DEPARTED, Sums } from './sums.ts';
import type { Valuation } from './valuation.ts';
import { WINDOW_MS } from './windows.ts';

/** Why the policy does not permit sending a withdrawal now. */
export type Hold =
  | { readonly kind: 'wait'; readonly until: Date; readonly reason: string }
  | { readonly kind: 'refuse'; readonly reason: string };

/** A failed withdrawal frees room: look for it this many times per window. */
const CHECKS_PER_WINDOW = 24;
/** Where a price is missing: look for it this often. */
const PRICE_CHECK_MS = 15_000;

/**
 * Evaluates the active policy again right before a withdrawal is sent, with sums of the amounts that left or are leaving.
 * The lock of the sums is held until the attempt is committed, so that two withdrawals cannot both take the last room.
 */
export async function findHold(
  tx: Tx,
  row: WithdrawalRow,
  valuation: Valuation,
  now: Date,
): Promise<Hold | undefined> {
  const { tenant, asset, destination } = row;
  const [policy, saved] = await Promise.all([
    selectActiveRules(tx, tenant).executeTakeFirst(),
    findSaved(tx, tenant, {
      aliases: destination.kind === 'fiat' ? [destination.alias] : [],
      addresses: destination.kind === 'fiat' ? [] : [destination.address],
    }),
  ]);
  const rules = policy?.rules ?? [];
  const amount = Decimal.parse(row.amount);
  const applicant: Applicant = {
    venue: row.venue,
    asset,
    amount,
    destination: saved.knows(destination, row.recipient_hash) ? 'KNOWN' : 'NEW',
    requester: row.decision?.requester,
    valueIn: (currency) => valuation.valueOf(asset, amount, currency),
  };
  const needed = neededSums(rules, applicant).map((scope) => ({ asset, ...scope }));
  const sums =
    needed.length === 0
      ? Sums.NONE
      : await Sums.lock(tx, { tenant, scopes: needed, now, counted: DEPARTED, valuation });
  const objection = objectionTo(
    row,
    evaluate(rules, applicant, (scope) => sums.of(asset, scope)),
  );
  if (!objection) return undefined;
  const { rule, explanation, isInDoubt } = objection;
  if (isInDoubt) {
    const reason = `The policy does not permit sending it now: ${explanation}.`;
    return { kind: 'wait', until: later(now, PRICE_CHECK_MS), reason };
  }
  const measure = rule?.currency === undefined ? amount : applicant.valueIn(rule.currency);
  const room = rule?.sum && measure && Decimal.parse(rule.sum.over).minus(measure);
  if (!rule?.sum || !room || room.compare(Decimal.ZERO) < 0) {
    return { kind: 'refuse', reason: `The policy does not permit sending it: ${explanation}.` };
  }
  const windowMs = WINDOW_MS[rule.sum.window];
  const checkAt = later(now, windowMs / CHECKS_PER_WINDOW);
  if (rule.currency !== undefined) {
    // When there will be room also depends on prices.
    const reason = `The policy does not permit sending it now: ${explanation}.`;
    return { kind: 'wait', until: checkAt, reason };
  }
  const freeAt = await findFreeAt(tx, row, rule.venue ?? null, windowMs, room, now);
  return {
    kind: 'wait',
    until: new Date(Math.min(freeAt.getTime(), checkAt.getTime())),
    reason: `The policy does not permit sending it now: ${explanation}. Room is expected at ${freeAt.toISOString()}.`,
  };
}

interface Objection {
  readonly rule: Rule | undefined;
  readonly explanation: string;
  readonly isInDoubt: boolean;
}

/**
 * What the policy in force has against a withdrawal. Approvals and a screening are decided at creation: more of them is asked
 * for only by rules about this moment, which are those with a sum, and those that depend on a price.
 */
function objectionTo(row: WithdrawalRow, verdict: Verdict): Objection | undefined {
  const { kind, approvals, rule, explanation, screening, isInDoubt = false } = verdict;
  const own = { rule, explanation, isInDoubt };
  if (kind === 'refuse') return own;
  // Nobody has approved what a managed balance does without a person: the policy must still allow it.
  const isAlone = row.decision?.requester !== undefined;
  const isAboutNow = isAlone || isInDoubt || rule?.sum !== undefined;
  if (isAboutNow && approvals > row.approvals_required)
    return { ...own, explanation: `${explanation}, and it has ${row.approvals_required}` };
  const isWanted = screening && (isAlone || screening.isInDoubt || screening.rule.sum !== undefined);
  return isWanted && row.screening === null
    ? { ...screening, explanation: `${screening.explanation}, and it has none` }
    : undefined;
}

/** When the window will have room, assuming that withdrawals in flight leave now. */
async function findFreeAt(
  tx: Tx,
  { tenant, asset }: WithdrawalRow,
  venue: string | null,
  windowMs: number,
  room: Decimal,
  now: Date,
): Promise<Date> {
  const after = new Date(now.getTime() - windowMs);
  const blocking = await selectBlocking(tx, tenant, asset, venue, after, room.toString()).executeTakeFirst();
  return later(blocking?.sent_at ?? now, windowMs);
}
