import type { kraken as Kraken } from 'ccxt';
import { readPages } from '../../reading/pages.ts';
import { DAY_MS, marginBefore, text, type DepositProfile, type Json } from '../../profile.ts';
import { wordsOf } from '../../deposits/words.ts';
import { networkOf } from './methods.ts';

type Class = InstanceType<typeof Kraken>;

const ROWS_A_PAGE = 500;

const stateOf = wordsOf({
  // Settled is arrived, but not confirmed often enough.
  pending: ['Initial', 'Pending', 'Settled', 'Partial'],
  credited: ['Success'],
  rejected: ['Failure'],
});

/** What the exchange adds to a status. */
const propertyOf = wordsOf({ information: ['on-hold', 'onhold'], rejected: ['return', 'returned'] });

export const deposits: DepositProfile = {
  reachMs: 90 * DAY_MS,
  list: (exchange, since) =>
    // The exchange may answer with shorter pages than asked for: only its cursor says that there are more.
    readPages(0, async ({ cursor = 'true' }) => {
      const { result } = (await (exchange as Class).privatePostDepositStatus({
        start: Math.floor(marginBefore(since) / 1000),
        limit: ROWS_A_PAGE,
        cursor,
      })) as { result?: Json };
      const next = text(result?.['next_cursor']);
      return {
        // The documentation does not name the list; withdrawals are called by their plural.
        rows: result?.['deposits'] ?? result?.['deposit'],
        next: () => (next === undefined ? undefined : { cursor: next }),
      };
    }),
  read(row) {
    const [status, property] = [String(row['status']), text(row['status-prop'])];
    return {
      id: text(row['refid']),
      assetId: text(row['asset']),
      amount: text(row['amount']),
      fee: text(row['fee']),
      networkId: networkOf(text(row['method'])),
      address: text(row['info']),
      hash: text(row['txid']),
      word: property === undefined ? status : `${status}, ${property}`,
      state: property === undefined ? stateOf(status) : propertyOf(property),
      at: Number(row['time']) * 1000,
    };
  },
};
