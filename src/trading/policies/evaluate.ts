import { Decimal } from '../../kernel/index.ts';
import { termsOf } from '../screening/index.ts';
import { PEOPLE } from './check.ts';
import type { Groups, PERIODS, Rule } from './schema.ts';

export interface Applicant {
  readonly venue: string;
  readonly asset: string;
  readonly amount: Decimal;
  readonly destination: 'KNOWN' | 'NEW';
  /** A managed balance that acts without a person; undefined for everybody else. */
  readonly requester?: Rule['requester'] | undefined;
  /** What the amount is worth in a currency; undefined while that is not known. */
  valueIn(currency: string): Decimal | undefined;
}

/** The sum a rule compares, over a rolling window, at one venue or, with null, at all. */
export interface SumScope {
  readonly window: (typeof PERIODS)[number];
  readonly venue: string | null;
  /** The value of all assets in this currency; with null, the amount of the applicant's asset. */
  readonly currency: string | null;
}

/** Excludes the withdrawal itself; undefined while it is not known. */
type SumBefore = (scope: SumScope) => Decimal | undefined;

export interface Verdict {
  readonly kind: 'allow' | 'approve' | 'refuse';
  /** For `approve`. */
  readonly approvals: number;
  /** Which rule decided and why. */
  readonly explanation: string;
  /** The rule that decided, and its number from 1; undefined when none matched. */
  readonly rule?: Rule;
  readonly number?: number;
  /** Whether a value was not known that the verdict depends on. */
  readonly isInDoubt?: true;
  /** Asked for beside the approvals; never with `refuse`. */
  readonly screening?: ScreeningDemand;
}

/** A rule that asks for a screening, or may: then it is in doubt, because a value is not known. */
interface ScreeningDemand extends ReturnType<typeof termsOf> {
  readonly rule: Rule;
  readonly number: number;
  readonly explanation: string;
  readonly isInDoubt: boolean;
}

/** The sums the verdict depends on: those of matching rules up to the first that decides without a sum. */
export function neededSums(rules: readonly Rule[], applicant: Applicant): SumScope[] {
  const needed: SumScope[] = [];
  for (const rule of rules) {
    const matches = matchesApartFromSum(rule, applicant);
    const scope = scopeOf(rule);
    if (matches === true && !scope && decides(rule)) break;
    if (matches === true && scope && !needed.some((other) => isSame(other, scope))) needed.push(scope);
  }
  return needed;
}

interface Numbered {
  readonly rule: Rule;
  readonly number: number;
}

interface Possible extends Numbered {
  readonly matches: boolean | undefined;
  /** Whether no rule before it may decide. */
  readonly isReached: boolean;
}

/** Rules that ask for a screening leave the rest to those after them. */
const decides = ({ verdict }: Rule): boolean => verdict !== 'REQUIRE_SCREENING';

/**
 * The first matching rule that decides, decides. Where it is not known whether a rule matches, because a value is not known,
 * nothing is allowed: what the other rules do not refuse needs the most approvals that any of the possible rules asks for,
 * and the screening that any of them asks for.
 */
export function evaluate(rules: readonly Rule[], applicant: Applicant, sumBefore: SumBefore): Verdict {
  const doubtful: Numbered[] = [];
  const screening: Possible[] = [];
  let decisive: Numbered | undefined;
  for (const [index, rule] of rules.entries()) {
    const matches = isMatch(rule, applicant, sumBefore);
    if (matches === false) continue;
    const numbered = { rule, number: index + 1 };
    if (!decides(rule)) {
      screening.push({ ...numbered, matches, isReached: doubtful.length === 0 });
    } else if (matches === true) {
      decisive = numbered;
      break;
    } else {
      doubtful.push(numbered);
    }
  }
  const certain = verdictOf(decisive);
  if (certain.kind === 'refuse') return certain;
  const [first] = doubtful;
  const verdict = first ? doubt(first, [...doubtful, ...(decisive ? [decisive] : [])]) : certain;
  const demand = demandOf(screening);
  return demand
    ? { ...verdict, screening: demand, explanation: `${demand.explanation}; ${verdict.explanation}` }
    : verdict;
}

/** The first rule that certainly asks for it sets the terms; one before it that may ask can only tighten them. */
function demandOf(possible: readonly Possible[]): ScreeningDemand | undefined {
  const [first] = possible;
  if (!first) return undefined;
  const end = possible.findIndex(({ matches }) => matches);
  const terms = possible
    .slice(0, end === -1 ? undefined : end + 1)
    .map(({ rule }) => termsOf(rule.screening));
  const { rule, number, matches, isReached } = first;
  const withinSeconds = Math.min(...terms.map((each) => each.withinSeconds));
  const silence = terms.some((each) => each.silence === 'REFUSE') ? 'REFUSE' : 'PEOPLE';
  const consequence = screeningOn({ withinSeconds, silence });
  return {
    rule,
    number,
    isInDoubt: matches === undefined || !isReached,
    withinSeconds,
    silence,
    explanation:
      matches === undefined
        ? `rule ${number}: ${conditionsOf(rule)} is not known without a price → ${consequence}`
        : `rule ${number}: ${conditionsOf(rule)} → ${consequence}`,
  };
}

function verdictOf(decisive: Numbered | undefined): Verdict {
  if (!decisive) return { kind: 'approve', approvals: 1, explanation: `no rule matches → ${counted(1)}` };
  const { rule, number } = decisive;
  const { kind, approvals } = consequenceOf(rule);
  return { kind, approvals, explanation: explain(rule, number), rule, number };
}

function doubt(first: Numbered, possible: readonly Numbered[]): Verdict {
  const strictest = strictestOf(
    possible.flatMap(({ rule }) => (rule.verdict === 'REQUIRE_APPROVALS' ? [rule] : [])),
  );
  const { approvals, consequence } = consequenceOf(strictest ?? { verdict: 'REQUIRE_APPROVALS' });
  return {
    kind: 'approve',
    approvals,
    explanation: `rule ${first.number}: ${conditionsOf(first.rule)} is not known without a price → ${consequence}`,
    ...(strictest && { rule: strictest }),
    number: first.number,
    isInDoubt: true,
  };
}

/** As many approvals as any of them asks for, and by people where any of them wants people. */
function strictestOf(rules: readonly Rule[]): Rule | undefined {
  const [most] = rules.toSorted(
    (a, b) => (b.approvals ?? 1) - (a.approvals ?? 1) || choosiness(b) - choosiness(a),
  );
  return most && most.approvers === undefined && rules.some(({ approvers }) => approvers !== undefined)
    ? { ...most, approvers: PEOPLE }
    : most;
}

/** How few may approve: everybody, people, or those of a group. */
const choosiness = ({ approvers }: Rule): number =>
  approvers === undefined ? 0 : approvers === PEOPLE ? 1 : 2;

/** Such as `rule 3: over 10,000 USDT in 24 h → 2 approvals`. */
export const explain = (rule: Rule, number: number): string =>
  `rule ${number}: ${conditionsOf(rule)} → ${consequenceOf(rule).consequence}`;

/** Who may approve: null anybody with the scope, none any person, else these people. */
export function approversOf(rule: Rule | undefined, groups: Groups): string[] | null {
  if (rule?.approvers === undefined) return null;
  return rule.approvers === PEOPLE ? [] : (groups[rule.approvers] ?? []);
}

function consequenceOf({ verdict, approvals = 1, approvers, screening }: Rule) {
  if (verdict === 'ALLOW') return { kind: 'allow', approvals: 0, consequence: 'allowed' } as const;
  if (verdict === 'REFUSE') return { kind: 'refuse', approvals: 0, consequence: 'refused' } as const;
  if (verdict === 'REQUIRE_SCREENING')
    return { kind: 'approve', approvals: 0, consequence: screeningOn(termsOf(screening)) } as const;
  const by = approvers === undefined ? '' : approvers === PEOPLE ? ' by people' : ` of ${approvers}`;
  return { kind: 'approve', approvals, consequence: counted(approvals) + by } as const;
}

const counted = (approvals: number): string => `${approvals} approval${approvals === 1 ? '' : 's'}`;

const screeningOn = ({ withinSeconds, silence }: ReturnType<typeof termsOf>): string =>
  `screening within ${lengthOf(withinSeconds)}, else ${silence === 'REFUSE' ? 'refused' : 'people decide'}`;

/** In the largest unit that fits. */
function lengthOf(seconds: number): string {
  if (seconds % 3_600 === 0) return `${seconds / 3_600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

/** Whether a rule matches; undefined while that is not known. */
function isMatch(rule: Rule, applicant: Applicant, sumBefore: SumBefore): boolean | undefined {
  const matches = matchesApartFromSum(rule, applicant);
  const scope = scopeOf(rule);
  const amount = measureOf(rule, applicant);
  if (matches !== true || !scope || !rule.sum || !amount) return matches;
  const over = Decimal.parse(rule.sum.over);
  // Whatever else counts, the sum is no less.
  if (amount.compare(over) > 0) return true;
  const before = sumBefore(scope);
  return before && before.plus(amount).compare(over) > 0;
}

function matchesApartFromSum(rule: Rule, applicant: Applicant): boolean | undefined {
  const { venue, asset, destination } = applicant;
  const isAsked =
    (rule.venue === undefined || rule.venue === venue) &&
    (rule.asset === undefined || rule.asset === asset) &&
    (rule.destination === undefined || rule.destination === destination) &&
    isMeantFor(rule, applicant);
  if (!isAsked) return false;
  const amount = measureOf(rule, applicant);
  return (
    amount &&
    (rule.amountFrom === undefined || amount.compare(Decimal.parse(rule.amountFrom)) >= 0) &&
    (rule.amountTo === undefined || amount.compare(Decimal.parse(rule.amountTo)) <= 0)
  );
}

/** What nobody has confirmed is allowed only by a rule that says so; what is stricter applies to it as to all. */
const isMeantFor = ({ requester, verdict }: Rule, applicant: Applicant): boolean =>
  requester === applicant.requester || (requester === undefined && verdict !== 'ALLOW');

/** What the amounts of the rule are compared with. */
const measureOf = ({ currency }: Rule, applicant: Applicant): Decimal | undefined =>
  currency === undefined ? applicant.amount : applicant.valueIn(currency);

const scopeOf = ({ sum, venue, currency }: Rule): SumScope | undefined =>
  sum && { window: sum.window, venue: venue ?? null, currency: currency ?? null };

const isSame = (a: SumScope, b: SumScope): boolean =>
  a.window === b.window && a.venue === b.venue && a.currency === b.currency;

function conditionsOf(rule: Rule): string {
  const { venue, asset, currency, amountFrom, amountTo, destination, sum, requester } = rule;
  const unit = currency ?? asset;
  const worth = currency === undefined ? '' : 'worth ';
  const hasAmounts = amountFrom !== undefined || amountTo !== undefined || sum !== undefined;
  const parts = [
    amountFrom !== undefined &&
      amountTo !== undefined &&
      `${worth}${grouped(amountFrom)} to ${grouped(amountTo)} ${unit}`,
    amountFrom !== undefined && amountTo === undefined && `${worth}at least ${grouped(amountFrom)} ${unit}`,
    amountFrom === undefined && amountTo !== undefined && `${worth}at most ${grouped(amountTo)} ${unit}`,
    sum &&
      `over ${grouped(sum.over)} ${unit}${currency === undefined ? '' : ' of all assets'} in ${sum.window === '24h' ? '24 h' : '30 days'}`,
    !hasAmounts && asset !== undefined && `asset ${asset}`,
    venue !== undefined && `at ${venue}`,
    destination && `to a ${destination === 'KNOWN' ? 'known' : 'new'} destination`,
    requester && 'by a managed balance without a person',
  ].filter((part) => typeof part === 'string');
  return parts.length === 0 ? 'always' : parts.join(', ');
}

const grouped = (decimal: string): string => decimal.replaceAll(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',');
