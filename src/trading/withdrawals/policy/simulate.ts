import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { Decimal, type Context } from '../../../kernel/index.ts';
import { readWithin, type Db } from '../../../platform/postgres/index.ts';
import { findSaved } from '../../destinations/index.ts';
import {
  approversOf,
  checkRules,
  evaluate,
  type Groups,
  type Proposal,
  type Rule,
  type SumScope,
  type Verdict,
} from '../../policies/index.ts';
import type { PolicySimulation } from './schema.ts';
import { selectCreatedSince, type WithdrawalRow } from '../store.ts';
import { Valuation, type Rates } from './valuation.ts';
import { WINDOW_MS } from './windows.ts';

const PERIOD_MS = 30 * 24 * 3_600_000;
/** With the withdrawals before the period that its sums reach back to. */
const MAX_ROWS = 10_000;
const MAX_DIFFERENCES = 100;
/** Other requests are served between two groups. */
const GROUP = 100;

/** What draft rules would have decided about the withdrawals of the last 30 days. */
export async function simulatePolicy(
  context: Context<Db>,
  rates: Rates,
  { rules, groups = {} }: Proposal,
): Promise<PolicySimulation> {
  checkRules(rules, groups);
  const { actor, clock, db, signal } = context;
  const now = clock.now().getTime();
  const reachMs = Math.max(0, ...rules.map(({ sum }) => (sum ? WINDOW_MS[sum.window] : 0)));
  const start = new Date(now - PERIOD_MS - reachMs);
  const { rows, knows } = await readWithin(context, async (db) => {
    const newest = await selectCreatedSince(db, actor.tenant, start, MAX_ROWS).execute();
    return { rows: newest.reverse(), knows: await knownDestinations(db, actor.tenant, newest) };
  });
  const assets = [...new Set(rows.map(({ asset }) => asset))];
  const { tenant } = actor;
  const valuation = await Valuation.read(db, rates, { tenant, rules, assets, now: new Date(now) });
  const [oldest] = rows;
  // Before this time, rows that the sums need may not have been read.
  const since =
    rows.length < MAX_ROWS || !oldest
      ? now - PERIOD_MS
      : Math.max(now - PERIOD_MS, oldest.created_at.getTime() + reachMs);
  const sums = new PastSums(valuation);
  const simulation = new Simulation(groups);
  for (const [index, row] of rows.entries()) {
    if (index % GROUP === 0) await yieldToOthers();
    signal.throwIfAborted();
    const at = row.created_at.getTime();
    if (at >= since) simulation.add(row, decide(rules, row, knows(row), { sums, valuation }));
    if (COUNTED.has(row.status)) sums.add(row);
  }
  return simulation.report(new Date(since), new Date(now));
}

/** As at creation, but by the status of today. */
const COUNTED = new Set(['APPROVAL_REQUESTED', 'PENDING', 'SUBMITTED', 'COMPLETED']);

interface Past {
  readonly sums: PastSums;
  readonly valuation: Valuation;
}

function decide(
  rules: readonly Rule[],
  row: WithdrawalRow,
  destination: 'KNOWN' | 'NEW',
  { sums, valuation }: Past,
): Verdict {
  const { asset, venue, created_at } = row;
  const amount = Decimal.parse(row.amount);
  const valueIn = (currency: string) => valuation.valueOf(asset, amount, currency);
  const requester = row.decision?.requester;
  return evaluate(rules, { venue, asset, amount, destination, requester, valueIn }, (scope) =>
    sums.of(asset, scope, created_at.getTime() - WINDOW_MS[scope.window]),
  );
}

/** What was withdrawn up to the row that is looked at. Values are at the prices of today. */
class PastSums {
  readonly #valuation: Valuation;
  /** Venue, or null for all of them, to asset to its amounts. */
  readonly #sums = new Map<string | null, Map<string, Sum>>();

  constructor(valuation: Valuation) {
    this.#valuation = valuation;
  }

  add({ asset, venue, amount, created_at }: WithdrawalRow): void {
    for (const at of [null, venue]) {
      const byAsset = this.#sums.get(at) ?? new Map<string, Sum>();
      const sum = byAsset.get(asset) ?? new Sum();
      this.#sums.set(at, byAsset.set(asset, sum));
      sum.add(created_at.getTime(), Decimal.parse(amount));
    }
  }

  of(asset: string, { venue, currency }: SumScope, after: number): Decimal | undefined {
    const byAsset = this.#sums.get(venue);
    if (currency === null) return byAsset?.get(asset)?.since(after) ?? Decimal.ZERO;
    let worth = Decimal.ZERO;
    for (const [each, sum] of byAsset ?? []) {
      const total = sum.since(after);
      if (total.equals(Decimal.ZERO)) continue;
      const value = this.#valuation.valueOf(each, total, currency);
      if (!value) return undefined;
      worth = worth.plus(value);
    }
    return worth;
  }
}

/** Amounts in the order of their times, summed up from the first. */
class Sum {
  readonly #times: number[] = [];
  readonly #totals: Decimal[] = [];

  add(time: number, amount: Decimal): void {
    this.#times.push(time);
    this.#totals.push((this.#totals.at(-1) ?? Decimal.ZERO).plus(amount));
  }

  /** What was added after a time. */
  since(after: number): Decimal {
    let [low, high] = [0, this.#times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#times[middle] ?? 0) > after) high = middle;
      else low = middle + 1;
    }
    const total = this.#totals.at(-1) ?? Decimal.ZERO;
    return low === 0 ? total : total.minus(this.#totals[low - 1] ?? Decimal.ZERO);
  }
}

/** Decisions record whether the destination was known; for older rows, those saved today count. */
async function knownDestinations(db: Db, tenant: string, rows: readonly WithdrawalRow[]) {
  const places = rows.flatMap(({ decision, destination }) => (decision ? [] : [destination]));
  const saved = await findSaved(db, tenant, {
    aliases: [...new Set(places.flatMap(({ alias }) => alias ?? []))],
    addresses: [...new Set(places.flatMap((place) => (place.kind === 'fiat' ? [] : place.address)))],
  });
  return ({ decision, destination }: WithdrawalRow): 'KNOWN' | 'NEW' =>
    decision?.destination ?? (saved.knows(destination, null) ? 'KNOWN' : 'NEW');
}

/** Without what people have to decide in place of a screening. */
const askedAtCreation = ({ screening, approvals_required, approvers }: WithdrawalRow) => ({
  approvals: screening?.approvals ?? approvals_required,
  approvers: screening ? screening.approvers : approvers,
  screening: screening !== null,
});

const VERDICTS = { allow: 'ALLOW', approve: 'REQUIRE_APPROVALS', refuse: 'REFUSE' } as const;

/** Whether two lists name the same approvers, in any order. */
const isSame = (some: readonly string[] | null, others: readonly string[] | null): boolean =>
  JSON.stringify(some?.toSorted() ?? null) === JSON.stringify(others?.toSorted() ?? null);

class Simulation {
  readonly #groups: Groups;
  readonly #counts = { ALLOW: 0, REQUIRE_APPROVALS: 0, REFUSE: 0, REQUIRE_SCREENING: 0 };
  readonly #newest: PolicySimulation['differences'] = [];
  #evaluated = 0;
  #different = 0;

  constructor(groups: Groups) {
    this.#groups = groups;
  }

  add(row: WithdrawalRow, { kind, approvals, explanation, rule, number, screening }: Verdict): void {
    const verdict = VERDICTS[kind];
    this.#evaluated += 1;
    this.#counts[verdict] += 1;
    if (screening) this.#counts.REQUIRE_SCREENING += 1;
    const approvers = approversOf(rule, this.#groups);
    const decided = askedAtCreation(row);
    const isEqual =
      approvals === decided.approvals &&
      isSame(approvers, decided.approvers) &&
      (screening !== undefined) === decided.screening;
    if (verdict !== 'REFUSE' && isEqual) return;
    this.#different += 1;
    this.#newest.push({
      id: row.id,
      reference: row.reference,
      venue: row.venue,
      asset: { code: row.asset },
      amount: row.amount,
      status: row.status,
      createdAt: row.created_at.toISOString(),
      decided: {
        verdict: decided.approvals === 0 ? 'ALLOW' : 'REQUIRE_APPROVALS',
        ...decided,
        rule: row.decision?.rule ?? null,
        sentence: row.decision?.sentence ?? null,
      },
      draft: {
        verdict,
        approvals,
        approvers,
        screening: screening !== undefined,
        rule: number ?? null,
        sentence: explanation,
      },
    });
    if (this.#newest.length > MAX_DIFFERENCES) this.#newest.shift();
  }

  report(from: Date, to: Date): PolicySimulation {
    return {
      from: from.toISOString(),
      to: to.toISOString(),
      evaluated: this.#evaluated,
      different: this.#different,
      verdicts: this.#counts,
      differences: this.#newest.toReversed(),
    };
  }
}
