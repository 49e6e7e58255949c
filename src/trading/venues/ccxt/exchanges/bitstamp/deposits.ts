import type { bitstamp as Bitstamp } from 'ccxt';
import { readPages } from '../../reading/pages.ts';
import { DAY_MS, periods, text, type DepositProfile, type Json } from '../../profile.ts';
import { wordsOf } from '../../deposits/words.ts';
import { networkOf } from './networks.ts';

type Class = InstanceType<typeof Bitstamp>;

const ROWS_A_PAGE = 1000;

const stateOf = wordsOf({
  pending: ['PENDING', 'IN_PROCESSING'],
  credited: ['FINALIZED'],
  rejected: ['REJECTED', 'REVERTED'],
});
const reasonOf = wordsOf({ information: ['ADDRESS_VERIFICATION_NEEDED', 'ADDITIONAL_INFORMATION_MISSING'] });

export const deposits: DepositProfile = {
  // Nothing says where its list ends.
  reachMs: 365 * DAY_MS,
  async list(exchange, since) {
    const rows: Json[] = [];
    for (const [start, end] of periods(exchange, since, 29 * DAY_MS)) {
      const within = await readPages(ROWS_A_PAGE, async ({ offset = 0 }) => {
        const answer = (await (exchange as Class).privatePostCryptoTransactions({
          limit: ROWS_A_PAGE,
          offset,
          since_timestamp: Math.floor(start / 1000),
          until_timestamp: Math.ceil(end / 1000),
        })) as Json;
        return { rows: answer['deposits'], next: () => ({ offset: Number(offset) + ROWS_A_PAGE }) };
      });
      rows.push(...within);
    }
    return rows;
  },
  read(row) {
    const [status, reason] = [String(row['status']), text(row['pending_reason'])];
    const isWaiting = stateOf(status) === 'pending' && reason !== undefined;
    return {
      id: text(row['id']),
      assetId: text(row['currency']),
      amount: text(row['amount']),
      networkId: networkOf(text(row['network'])),
      address: text(row['destinationAddress']),
      hash: text(row['txid']),
      word: isWaiting ? `${status}, ${reason}` : status,
      state: isWaiting ? reasonOf(reason) : stateOf(status),
      at: Number(row['datetime']) * 1000,
    };
  },
};
