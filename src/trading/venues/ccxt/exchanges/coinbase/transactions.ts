import type { coinbase as Coinbase, Exchange } from 'ccxt';
import { readPages } from '../../reading/pages.ts';
import { marginBefore, type Json } from '../../profile.ts';

type Class = InstanceType<typeof Coinbase>;

const TRANSACTIONS_A_PAGE = 100;

/** The transactions of one account, newest first, back to a time. */
export const transactions = (exchange: Exchange, account_id: string, since: Date): Promise<readonly Json[]> =>
  readPages(TRANSACTIONS_A_PAGE, async (cursor) => {
    const answer = (await (exchange as Class).v2PrivateGetAccountsAccountIdTransactions({
      account_id,
      limit: TRANSACTIONS_A_PAGE,
      ...cursor,
    })) as Json;
    return {
      rows: answer['data'],
      next: ({ id, created_at }) =>
        Date.parse(String(created_at)) < marginBefore(since) ? undefined : { starting_after: id },
    };
  });
