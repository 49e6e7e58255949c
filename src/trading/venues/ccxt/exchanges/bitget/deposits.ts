import type { bitget as Bitget } from 'ccxt';
import { readPages } from '../../reading/pages.ts';
import { DAY_MS, periods, text, type DepositProfile, type Json } from '../../profile.ts';
import { wordsOf } from '../../deposits/words.ts';

type Class = InstanceType<typeof Bitget>;

const ROWS_A_PAGE = 100;

const stateOf = wordsOf({ pending: ['pending'], credited: ['success'], rejected: ['fail'] });

export const deposits: DepositProfile = {
  reachMs: 90 * DAY_MS,
  async list(exchange, since) {
    const rows: Json[] = [];
    for (const [startTime, endTime] of periods(exchange, since, 89 * DAY_MS)) {
      const within = await readPages(ROWS_A_PAGE, async (cursor) => {
        const answer = (await (exchange as Class).privateSpotGetV2SpotWalletDepositRecords({
          startTime,
          endTime,
          limit: ROWS_A_PAGE,
          ...cursor,
        })) as Json;
        return { rows: answer['data'], next: ({ orderId }) => ({ idLessThan: orderId }) };
      });
      rows.push(...within);
    }
    return rows;
  },
  read(row) {
    const word = String(row['status']);
    const transaction = text(row['tradeId']);
    return {
      id: text(row['orderId']),
      assetId: text(row['coin']),
      amount: text(row['size']),
      networkId: text(row['chain']),
      address: text(row['toAddress']),
      tag: text(row['tag']),
      ...(row['dest'] === 'internal_transfer' ? { internalId: transaction } : { hash: transaction }),
      word,
      state: stateOf(word),
      at: Number(row['cTime']),
    };
  },
};
