import type { okx as Okx } from 'ccxt';
import { readPages } from '../../reading/pages.ts';
import { DAY_MS, marginBefore, text, type DepositProfile, type Json } from '../../profile.ts';
import { wordsOf } from '../../deposits/words.ts';

type Class = InstanceType<typeof Okx>;

const ROWS_A_PAGE = 100;

const stateOf = wordsOf({
  // Suspended until the asset opens again; and a check by the provider of travel-rule data.
  pending: ['0', '8', '17'],
  // It can be traded, and not withdrawn.
  locked: ['1'],
  credited: ['2'],
  rejected: ['11'],
  // Frozen, intercepted at a sub-account, and above what the identification allows.
  information: ['12', '13', '14'],
});

export const deposits: DepositProfile = {
  // How far it really lists them is not known; this is what it does for withdrawals.
  reachMs: 30 * DAY_MS,
  list: (exchange, since) =>
    readPages(ROWS_A_PAGE, async (cursor) => {
      const answer = (await (exchange as Class).privateGetAssetDepositHistory({
        limit: ROWS_A_PAGE,
        ...cursor,
      })) as Json;
      return {
        rows: answer['data'],
        // Newest first. Several may have the time of the last one: it is asked for again.
        next: ({ ts }) => (Number(ts) < marginBefore(since) ? undefined : { after: String(Number(ts) + 1) }),
      };
    }),
  read(row) {
    const [word, hash] = [String(row['state']), text(row['txId'])];
    const isInternal =
      hash?.endsWith('_asset') || (text(row['fromWdId']) !== undefined && hash === undefined);
    return {
      id: text(row['depId']),
      assetId: text(row['ccy']),
      amount: text(row['amt']),
      networkId: text(row['chain']),
      address: text(row['to']),
      ...(isInternal ? { internalId: hash ?? text(row['fromWdId']) } : { hash }),
      word,
      state: stateOf(word),
      at: Number(row['ts']),
    };
  },
};
