import { wordsOf } from '../../deposits/words.ts';
import { DAY_MS, marginBefore, text, type DepositProfile, type Json } from '../../profile.ts';
import { accountsOf } from './accounts.ts';
import { networkOf } from './networks.ts';
import { transactions } from './transactions.ts';

/** Each account takes a request: these are the assets that have networks here. */
const ASSETS = ['BTC', 'ETH', 'SOL', 'USDC', 'USDT', 'XRP'];

const stateOf = wordsOf({
  pending: ['pending', 'created', 'waiting_for_clearing', 'waiting_for_signature'],
  credited: ['completed'],
  rejected: ['canceled', 'failed', 'expired'],
});

const amountOf = ({ amount }: Json): Json => (amount ?? {}) as Json;

/** What arrived from others; what was sent has a negative amount, and a trade is a transaction of another type. */
const isReceived = (row: Json): boolean =>
  row['type'] === 'send' && !(text(amountOf(row)['amount']) ?? '').startsWith('-');

export const deposits: DepositProfile = {
  // Nothing says where its list ends.
  reachMs: 365 * DAY_MS,
  async list(exchange, since) {
    const rows: Json[] = [];
    for (const account of await accountsOf(exchange, ASSETS)) {
      const all = await transactions(exchange, account, since);
      const isNew = ({ created_at }: Json) => !(Date.parse(String(created_at)) < marginBefore(since));
      rows.push(...all.filter((one) => isReceived(one) && isNew(one)));
    }
    return rows;
  },
  read(row) {
    const { amount, currency } = amountOf(row);
    const network = (row['network'] ?? {}) as Json;
    const word = String(row['status']);
    const id = text(row['id']);
    return {
      id,
      assetId: text(currency),
      amount: text(amount),
      networkId: networkOf(text(network['network_name'])),
      hash: text(network['hash']),
      internalId: network['status'] === 'off_blockchain' ? id : undefined,
      word,
      state: stateOf(word),
      at: Date.parse(String(row['created_at'])),
    };
  },
};
