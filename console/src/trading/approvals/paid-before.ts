import type { Approval } from '@quaestor/sdk';
import { queryOptions } from '@tanstack/react-query';
import { trading } from '../api.ts';
import { paidBeforeFilter } from './paid-before-filter.ts';

/** How often the destination of a withdrawal was paid before. */
export const paidBeforeQuery = (approval: Approval) => {
  const q = paidBeforeFilter(approval);
  return queryOptions({
    queryKey: ['withdrawals', 'paid-before', q],
    queryFn: async ({ signal }) =>
      (await trading.withdrawals.list({ q }, { signal }).page({ pageSize: 1 })).totalElements,
  });
};
