import type { Conversion } from '@quaestor/sdk';
import { queryOptions } from '@tanstack/react-query';
import type { Period } from '../../shared/period/index.ts';
import { trading } from '../api.ts';

const EVERY_MS = 1_000;

const ENDED: ReadonlySet<Conversion['status']> = new Set(['SIMULATED', 'CANCELLED', 'COMPLETED', 'FAILED']);

export const filterQuery = () =>
  queryOptions({
    queryKey: ['filters', 'conversion'],
    queryFn: ({ signal }) => trading.filters.conversion({ signal }),
    staleTime: 60_000,
  });

/** What a conversion is protected by without a bound of its own. */
export const rulesQuery = () =>
  queryOptions({
    queryKey: ['conversions', 'rules'],
    queryFn: ({ signal }) => trading.conversions.rules({ signal }),
    staleTime: Infinity,
  });

/** What trades have cost by venue and market. */
export const slippageQuery = ({ from, to }: Period) =>
  queryOptions({
    queryKey: ['conversions', 'slippage', from, to],
    queryFn: ({ signal }) => trading.conversions.slippage({ from, to }, { signal }),
  });

/** Read again every second until it has ended: orders and trades have no events of their own. */
export const conversionQuery = (id: string) =>
  queryOptions({
    queryKey: ['conversions', 'one', id],
    queryFn: ({ signal }) => trading.conversions.get(id, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || ENDED.has(data.status) ? false : EVERY_MS,
  });
