import type { Approval } from '@quaestor/sdk';
import { queryOptions } from '@tanstack/react-query';
import { trading } from '../api.ts';

/** How often the destination of a withdrawal was paid before. */
export const paidBeforeQuery = ({ blockchainDestination, fiatDestination }: Approval) => {
  const [field, value] =
    blockchainDestination === null
      ? ['alias', fiatDestination?.alias ?? '']
      : ['address', blockchainDestination.address];
  const q = `status:COMPLETED AND ${field}:"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  return queryOptions({
    queryKey: ['withdrawals', 'paid-before', q],
    queryFn: async ({ signal }) =>
      (await trading.withdrawals.list({ q }, { signal }).page({ pageSize: 1 })).totalElements,
  });
};
