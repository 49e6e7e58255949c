import { queryOptions } from '@tanstack/react-query';
import type { Period } from '../../shared/period/index.ts';
import { trading } from '../api.ts';

/** Balances are kept every ten minutes. */
const EVERY_MS = 5 * 60_000;

/** What the venues held and what moved, by day. */
export const historyQuery = ({ from, to }: Period) =>
  queryOptions({
    queryKey: ['history', from, to],
    queryFn: async ({ signal }) => {
      const [balances, flows] = await Promise.all([
        trading.history.balances({ from, to }, { signal }),
        trading.history.flows({ from, to }, { signal }),
      ]);
      return { balances, flows };
    },
    refetchInterval: EVERY_MS,
  });
