import type { cryptocom as CryptoCom } from 'ccxt';
import { readPages } from '../../reading/pages.ts';
import { textOfNumber } from '../../reading/read-number.ts';
import { DAY_MS, marginBefore, text, type DepositProfile, type Json } from '../../profile.ts';
import { wordsOf } from '../../deposits/words.ts';

type Class = InstanceType<typeof CryptoCom>;

const ROWS_A_PAGE = 200;

const stateOf = wordsOf({ pending: ['0', '3'], credited: ['1'], rejected: ['2'] });

/** Amounts come as numbers of JSON. */
const digitsOf = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : textOfNumber(value);

export const deposits: DepositProfile = {
  reachMs: 90 * DAY_MS,
  list: (exchange, since) =>
    readPages(ROWS_A_PAGE, async ({ page = 0 }) => {
      const answer = (await (exchange as Class).v1PrivatePostPrivateGetDepositHistory({
        start_ts: marginBefore(since),
        page_size: ROWS_A_PAGE,
        page,
      })) as { result?: Json };
      return { rows: answer.result?.['deposit_list'], next: () => ({ page: Number(page) + 1 }) };
    }),
  read(row) {
    const word = String(row['status']);
    // A tag follows the address, and the number of the output the transaction.
    const [address, tag] = (text(row['address']) ?? '').split('?');
    const [hash, output] = (text(row['txid']) ?? '').split('/');
    return {
      id: text(row['id']),
      assetId: text(row['currency']),
      amount: digitsOf(row['amount']),
      fee: digitsOf(row['fee']),
      address: address || undefined,
      tag: tag || undefined,
      hash: hash || undefined,
      output,
      word,
      state: stateOf(word),
      at: Number(row['create_time']),
    };
  },
};
