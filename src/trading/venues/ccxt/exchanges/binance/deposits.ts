import type { binance as Binance } from 'ccxt';
import { readPages } from '../../reading/pages.ts';
import { DAY_MS, periods, text, type DepositProfile, type Json } from '../../profile.ts';
import { wordsOf } from '../../deposits/words.ts';

type Class = InstanceType<typeof Binance>;

const ROWS_A_PAGE = 1000;

const stateOf = wordsOf({
  pending: ['0'],
  locked: ['6'],
  credited: ['1'],
  // The second is one that the exchange takes for a mistake.
  rejected: ['2', '7'],
  information: ['8'],
});

/** Such as "Internal transfer 51376627901". */
const isInternal = ({ transferType, txId }: Json): boolean =>
  String(transferType) === '1' || /^(internal|off-chain) transfer/i.test(String(txId));

export const deposits: DepositProfile = {
  reachMs: 90 * DAY_MS,
  async list(exchange, since) {
    const rows: Json[] = [];
    // The longest period of a question.
    for (const [startTime, endTime] of periods(exchange, since, 89 * DAY_MS)) {
      const within = await readPages(ROWS_A_PAGE, async ({ offset = 0 }) => ({
        rows: await (exchange as Class).sapiGetCapitalDepositHisrec({
          startTime,
          endTime,
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
    const status = String(row['status']);
    // It wants a form, although it has credited the deposit.
    const isAsked = stateOf(status) === 'credited' && (text(row['travelRuleStatus']) ?? '0') !== '0';
    return {
      id: text(row['id']),
      assetId: text(row['coin']),
      amount: text(row['amount']),
      networkId: text(row['network']),
      address: text(row['address']),
      tag: text(row['addressTag']),
      ...(isInternal(row) ? { internalId: text(row['txId']) } : { hash: text(row['txId']) }),
      word: isAsked ? `${status}, travelRuleStatus ${String(row['travelRuleStatus'])}` : status,
      state: isAsked ? 'information' : stateOf(status),
      at: Number(row['insertTime']),
    };
  },
};
