import type { gate as Gate } from 'ccxt';
import { readPages } from '../../reading/pages.ts';
import { DAY_MS, periods, text, type DepositProfile, type Json } from '../../profile.ts';
import { wordsOf } from '../../deposits/words.ts';

type Class = InstanceType<typeof Gate>;

const ROWS_A_PAGE = 100;

const stateOf = wordsOf({
  pending: ['PEND', 'TRACK'],
  locked: ['DEP_CREDITED'],
  credited: ['DONE'],
  rejected: ['BLOCKED', 'INVALID'],
  information: ['REVIEW', 'MANUAL'],
});

export const deposits: DepositProfile = {
  reachMs: 30 * DAY_MS,
  async list(exchange, since) {
    const rows: Json[] = [];
    for (const [start, end] of periods(exchange, since, 29 * DAY_MS)) {
      const within = await readPages(ROWS_A_PAGE, async ({ offset = 0 }) => ({
        rows: await (exchange as Class).privateWalletGetDeposits({
          from: Math.floor(start / 1000),
          to: Math.ceil(end / 1000),
          limit: ROWS_A_PAGE,
          offset,
        }),
        next: () => ({ offset: Number(offset) + ROWS_A_PAGE }),
      }));
      rows.push(...within);
    }
    return rows;
  },
  read(row) {
    const word = String(row['status']);
    return {
      id: text(row['id']),
      assetId: text(row['currency']),
      amount: text(row['amount']),
      networkId: text(row['chain']),
      address: text(row['address']),
      tag: text(row['memo']),
      hash: text(row['txid']),
      word,
      state: stateOf(word),
      at: Number(row['timestamp']) * 1000,
    };
  },
};
