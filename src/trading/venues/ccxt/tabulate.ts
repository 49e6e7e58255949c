import type { FeeIn, FeeKind } from '../port/index.ts';
import type { OrderQuery, Profile } from './profile.ts';
import { PROFILES } from './profiles.ts';

/** What an exchange offers, as its profile declares it. */
export interface ExchangeTerms {
  readonly exchange: string;
  /** How long an order is found by our id after it was sent, if it traded and if it did not. */
  readonly tradedMs: number;
  readonly untradedMs: number;
  /** How long a withdrawal is found by our reference. */
  readonly withdrawalsMs: number;
  /** How far back deposits are listed; undefined where they are not. */
  readonly depositsMs: number | undefined;
  readonly feeIn: FeeIn;
  /** How a withdrawal is charged; undefined where that is not known. */
  readonly feeKind: FeeKind | undefined;
  readonly isFeeKindInferred: boolean;
  readonly tellsPermissions: boolean;
  readonly hasSandbox: boolean;
}

/** One row for each profile. */
export const tabulate = (): readonly ExchangeTerms[] =>
  Object.entries(PROFILES).map(([exchange, profile]) => ({ exchange, ...termsOf(profile) }));

function termsOf({
  orders,
  withdrawals,
  deposits,
  feeIn,
  permissions,
  books,
}: Profile): Omit<ExchangeTerms, 'exchange'> {
  return {
    tradedMs: longest(orders.queries, 'tradedMs'),
    untradedMs: longest(orders.queries, 'untradedMs'),
    withdrawalsMs: withdrawals.looksBackMs,
    depositsMs: deposits?.reachMs,
    feeIn,
    feeKind: withdrawals.fee.kind,
    isFeeKindInferred: withdrawals.fee.isInferred ?? false,
    tellsPermissions: permissions !== undefined,
    hasSandbox: books.sandboxUrl !== undefined,
  };
}

const longest = (queries: readonly OrderQuery[], what: 'tradedMs' | 'untradedMs'): number =>
  Math.max(0, ...queries.map(({ covers }) => covers[what] ?? 0));
