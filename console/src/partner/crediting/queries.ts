import { QuaestorError, type PayoutDetails } from '@quaestor/sdk';
import { queryOptions } from '@tanstack/react-query';
import { partner } from '../api.ts';
import { numberOf } from '../figures/index.ts';

/** Null if there is no such payout. */
export const payoutQuery = (id: string) =>
  queryOptions({
    queryKey: ['crediting', 'one', id],
    queryFn: async ({ signal }): Promise<PayoutDetails | null> => {
      const number = numberOf(id);
      if (number === undefined) return null;
      try {
        return await partner.crediting.payout(number, { signal });
      } catch (error) {
        if (error instanceof QuaestorError && error.status === 404) return null;
        throw error;
      }
    },
  });
