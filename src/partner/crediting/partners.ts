import { Decimal } from '../../kernel/index.ts';
import type { PartnerSum } from './draft.ts';
import { MAX_PARTNERS, type PayoutDetails } from './schema.ts';

type Answer = Pick<PayoutDetails, 'partners' | 'partners_count'>;

/** What partners are credited by several payouts together. */
export class PartnerSums {
  readonly #sums = new Map<string, Decimal>();

  add(sums: readonly PartnerSum[]): void {
    for (const { partner_uid, usd } of sums)
      this.#sums.set(partner_uid, (this.#sums.get(partner_uid) ?? Decimal.ZERO).plus(usd));
  }

  /** The largest amounts first, whatever their sign. */
  answer(): Answer {
    const sorted = [...this.#sums].toSorted(
      ([uid, usd], [otherUid, other]) => other.abs().compare(usd.abs()) || (uid < otherUid ? -1 : 1),
    );
    return {
      partners: sorted
        .slice(0, MAX_PARTNERS)
        .map(([partner_uid, usd]) => ({ partner_uid, reward_usd: usd.trim() })),
      partners_count: sorted.length,
    };
  }
}
