import { queryOptions } from '@tanstack/react-query';
import { partner } from '../api.ts';

export const partnerQuery = (uid: string) =>
  queryOptions({
    queryKey: ['partners', 'one', uid],
    queryFn: ({ signal }) => partner.partners.get(uid, { signal }),
  });
