import { Decimal } from '../../kernel/index.ts';
import { PEOPLE } from './check.ts';
import type { Groups, PERIODS, Rule } from './schema.ts';

export interface Applicant {
  readonly venue: string;
  readonly asset: string;
  readonly amount: Decimal;
  readonly destination: 'KNOWN' | 'NEW';
}

/** The sum a rule compares: one asset over a rolling window, at one venue or, with null, at all. */
export interface SumScope {
  readonly window: (typeof PERIODS)[number];
  readonly venue: string | null;
}

export interface Verdict {
  readonly kind: 'allow' | 'approve' | 'refuse';
  /** For `approve`. */
  readonly approvals: number;
  /** Which rule decided and why. */
  readonly explanation: string;
  /** The rule that decided, and its number from 1; undefined when none matched. */
  readonly rule?: Rule;
  readonly number?: number;
}

/** The sums the verdict depends on: those of matching rules up to the first that matches without a sum. */
export function neededSums(rules: readonly Rule[], applicant: Applicant): SumScope[] {
  const needed: SumScope[] = [];
  for (const rule of rules) {
    if (!matchesApartFromSum(rule, applicant)) continue;
    const scope = scopeOf(rule);
    if (!scope) break;
    if (!needed.some((other) => isSame(other, scope))) needed.push(scope);
  }
  return needed;
}

/** The first matching rule decides. `sumBefore` excludes the withdrawal itself. */
export function evaluate(
  rules: readonly Rule[],
  applicant: Applicant,
  sumBefore: (scope: SumScope) => Decimal,
): Verdict {
  const index = rules.findIndex(
    (rule) => matchesApartFromSum(rule, applicant) && exceedsSum(rule, applicant, sumBefore),
  );
  const rule = rules[index];
  if (!rule) return { kind: 'approve', approvals: 1, explanation: `no rule matches → ${counted(1)}` };
  const { kind, approvals } = consequenceOf(rule);
  const number = index + 1;
  return { kind, approvals, explanation: explain(rule, number), rule, number };
}

/** Such as `rule 3: over 10,000 USDT in 24 h → 2 approvals`. */
export const explain = (rule: Rule, number: number): string =>
  `rule ${number}: ${conditionsOf(rule)} → ${consequenceOf(rule).consequence}`;

/** Who may approve: null anybody with the scope, none any person, else these people. */
export function approversOf(rule: Rule | undefined, groups: Groups): string[] | null {
  if (rule?.approvers === undefined) return null;
  return rule.approvers === PEOPLE ? [] : (groups[rule.approvers] ?? []);
}

function consequenceOf({ verdict, approvals = 1, approvers }: Rule) {
  if (verdict === 'ALLOW') return { kind: 'allow', approvals: 0, consequence: 'allowed' } as const;
  if (verdict === 'REFUSE') return { kind: 'refuse', approvals: 0, consequence: 'refused' } as const;
  const by = approvers === undefined ? '' : approvers === PEOPLE ? ' by people' : ` of ${approvers}`;
  return { kind: 'approve', approvals, consequence: counted(approvals) + by } as const;
}

const counted = (approvals: number): string => `${approvals} approval${approvals === 1 ? '' : 's'}`;

function matchesApartFromSum(rule: Rule, { venue, asset, amount, destination }: Applicant): boolean {
  return (
    (rule.venue === undefined || rule.venue === venue) &&
    (rule.asset === undefined || rule.asset === asset) &&
    (rule.amountFrom === undefined || amount.compare(Decimal.parse(rule.amountFrom)) >= 0) &&
    (rule.amountTo === undefined || amount.compare(Decimal.parse(rule.amountTo)) <= 0) &&
    (rule.destination === undefined || rule.destination === destination)
  );
}

function exceedsSum(rule: Rule, { amount }: Applicant, sumBefore: (scope: SumScope) => Decimal): boolean {
  const scope = scopeOf(rule);
  if (!scope || !rule.sum) return true;
  return sumBefore(scope).plus(amount).compare(Decimal.parse(rule.sum.over)) > 0;
}

const scopeOf = ({ sum, venue }: Rule): SumScope | undefined =>
  sum && { window: sum.window, venue: venue ?? null };

const isSame = (a: SumScope, b: SumScope): boolean => a.window === b.window && a.venue === b.venue;

function conditionsOf(rule: Rule): string {
  const { venue, asset, amountFrom, amountTo, destination, sum } = rule;
  const hasAmounts = amountFrom !== undefined || amountTo !== undefined || sum !== undefined;
  const parts = [
    amountFrom !== undefined &&
      amountTo !== undefined &&
      `${grouped(amountFrom)} to ${grouped(amountTo)} ${asset}`,
    amountFrom !== undefined && amountTo === undefined && `at least ${grouped(amountFrom)} ${asset}`,
    amountFrom === undefined && amountTo !== undefined && `at most ${grouped(amountTo)} ${asset}`,
    sum && `over ${grouped(sum.over)} ${asset} in ${sum.window === '24h' ? '24 h' : '30 days'}`,
    !hasAmounts && asset !== undefined && `asset ${asset}`,
    venue !== undefined && `at ${venue}`,
    destination && `to a ${destination === 'KNOWN' ? 'known' : 'new'} destination`,
  ].filter((part) => typeof part === 'string');
  return parts.length === 0 ? 'always' : parts.join(', ');
}

const grouped = (decimal: string): string => decimal.replaceAll(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',');
