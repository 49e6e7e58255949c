import { Decimal, later } from '../../../kernel/index.ts';
import type { Tx } from '../../../platform/postgres/index.ts';
import { findSaved } from '../../destinations/index.ts';
import { evaluate, neededSums, selectActiveRules, type Applicant } from '../../policies/index.ts';
import { type WithdrawalRow } from '../store.ts';
import { selectBlocking, sumDeparted } from './store.ts';
import { Sums, WINDOW_MS } from './sums.ts';

/** Why the policy does not permit sending a withdrawal now. */
export type Hold =
  | { readonly kind: 'wait'; readonly until: Date; readonly reason: string }
  | { readonly kind: 'refuse'; readonly reason: string };

/** A failed withdrawal frees room: look for it this many times per window. */
const CHECKS_PER_WINDOW = 24;

/**
 * Evaluates the active policy again right before a withdrawal is sent, with sums of the amounts that left or are leaving.
 * The lock of the sums is held until the attempt is committed, so that two withdrawals cannot both take the last room.
 */
export async function findHold(tx: Tx, row: WithdrawalRow, now: Date): Promise<Hold | undefined> {
  const { tenant, asset, destination } = row;
  const [policy, saved] = await Promise.all([
    selectActiveRules(tx, tenant).executeTakeFirst(),
    findSaved(tx, tenant, {
      aliases: destination.kind === 'fiat' ? [destination.alias] : [],
      addresses: destination.kind === 'fiat' ? [] : [destination.address],
    }),
  ]);
  const rules = policy?.rules ?? [];
  const applicant: Applicant = {
    venue: row.venue,
    asset,
    amount: Decimal.parse(row.amount),
    destination: saved.knows(destination) ? 'KNOWN' : 'NEW',
  };
  const needed = neededSums(rules, applicant).map((scope) => ({ asset, ...scope }));
  const sums = needed.length === 0 ? Sums.NONE : await Sums.lock(tx, tenant, needed, now, sumDeparted);
  const verdict = evaluate(rules, applicant, (scope) => sums.of(asset, scope));
  const { kind, approvals, rule } = verdict;
  const lacksApprovals = kind === 'approve' && rule?.sum !== undefined && approvals > row.approvals_required;
  if (!rule || (kind !== 'refuse' && !lacksApprovals)) return undefined;
  const explanation = lacksApprovals
    ? `${verdict.explanation}, and it has ${row.approvals_required}`
    : verdict.explanation;
  const room = rule.sum && Decimal.parse(rule.sum.over).minus(applicant.amount);
  if (!rule.sum || !room || room.compare(Decimal.ZERO) < 0) {
    return { kind: 'refuse', reason: `The policy does not permit sending it: ${explanation}.` };
  }
  const windowMs = WINDOW_MS[rule.sum.window];
  const freeAt = await findFreeAt(tx, row, rule.venue ?? null, windowMs, room, now);
  return {
    kind: 'wait',
    until: new Date(Math.min(freeAt.getTime(), now.getTime() + windowMs / CHECKS_PER_WINDOW)),
    reason: `The policy does not permit sending it now: ${explanation}. Room is expected at ${freeAt.toISOString()}.`,
  };
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
