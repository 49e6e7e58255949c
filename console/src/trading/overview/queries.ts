import type { BalanceHistory } from '@quaestor/sdk';
import { queryOptions } from '@tanstack/react-query';
import type { Period } from '../../shared/period/index.ts';
import { trading } from '../api.ts';

/** Balances are kept every ten minutes. */
const EVERY_MS = 5 * 60_000;

type BalanceDay = BalanceHistory['days'][number];

/** Whether anything was kept on a day. */
export const isKept = ({ value, unread, unpriced }: BalanceDay): boolean =>
  value !== null || unread.length > 0 || unpriced.length > 0;

/** What the venues held and what moved, by day, and what each venue held on the last of them. */
export const historyQuery = ({ from, to }: Period) =>
  queryOptions({
    queryKey: ['history', from, to],
    queryFn: async ({ signal }) => {
      const [balances, flows] = await Promise.all([
        trading.history.balances({ from, to, sumsOnly: true }, { signal }),
        trading.history.flows({ from, to, sumsOnly: true }, { signal }),
      ]);
      const last = balances.days.findLast(isKept)?.day;
      if (last === undefined) return { balances, flows, latest: undefined };
      const { days } = await trading.history.balances({ from: last, to: last }, { signal });
      return { balances, flows, latest: days[0] };
    },
    refetchInterval: EVERY_MS,
  });
