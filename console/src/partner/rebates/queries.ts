import { queryOptions } from '@tanstack/react-query';
import type { Reads } from '../viewed.ts';

export const groupsQuery = (reads: Reads) =>
  queryOptions({
    queryKey: ['rebates', reads.of, 'list'],
    queryFn: async ({ signal }) => (await reads.rebateGroups.list({ signal })).groups,
  });

export const groupQuery = (reads: Reads, id: number) =>
  queryOptions({
    queryKey: ['rebates', reads.of, 'one', id],
    queryFn: ({ signal }) => reads.rebateGroups.get(id, { signal }),
  });
