import type { kucoin as Kucoin } from 'ccxt';
import { readPages } from '../../reading/pages.ts';
import { DAY_MS, marginBefore, text, type DepositProfile, type Json } from '../../profile.ts';
import { wordsOf } from '../../deposits/words.ts';

type Class = InstanceType<typeof Kucoin>;

const ROWS_A_PAGE = 500;

const stateOf = wordsOf({
  pending: ['PROCESSING', 'WALLET_PROCESSING', 'ROLLBACKING'],
  // Before the last confirmation.
  locked: ['PRE_SUCCESS'],
  credited: ['SUCCESS'],
  rejected: ['FAILURE', 'TRM_MGT_REJECTED', 'RISK_MGT_REJECTED', 'ROLLBACK'],
  information: ['WAIT_TRM_MGT', 'WAIT_RISK_MGT'],
});

export const deposits: DepositProfile = {
  // How far it really lists them is not known; this is what it does for withdrawals.
  reachMs: 7 * DAY_MS,
  list: (exchange, since) =>
    readPages(ROWS_A_PAGE, async ({ currentPage = 1 }) => {
      const { data } = (await (exchange as Class).privateGetDeposits({
        startAt: marginBefore(since),
        currentPage,
        pageSize: ROWS_A_PAGE,
      })) as { data?: Json };
      return { rows: data?.['items'], next: () => ({ currentPage: Number(currentPage) + 1 }) };
    }),
  read(row) {
    const word = String(row['status']);
    const [transaction, amount, chain] = [text(row['walletTxId']), text(row['amount']), text(row['chain'])];
    const assetId = text(row['currency']);
    const isInner = row['isInner'] === true;
    return {
      // It has no id: this is all that tells one from another.
      id: [transaction, assetId, chain, amount, row['createdAt']].map(String).join(' '),
      assetId,
      amount,
      fee: text(row['fee']),
      networkId: chain,
      address: text(row['address']),
      tag: text(row['memo']),
      // The address, and perhaps a memo, follow the hash.
      ...(isInner ? { internalId: transaction } : { hash: transaction?.split('@')[0] }),
      word,
      state: stateOf(word),
      at: Number(row['createdAt']),
    };
  },
};
