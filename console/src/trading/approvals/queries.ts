import type { Approval } from '@quaestor/sdk';
import { queryOptions } from '@tanstack/react-query';
import { trading } from '../api.ts';

const PAGE_SIZE = 100;
/** Votes have no events of their own. */
const EVERY_MS = 5_000;

/** What this person can vote on. */
export const approvalsQuery = () =>
  queryOptions({
    queryKey: ['approvals', 'mine'],
    queryFn: ({ signal }) => trading.approvals.list({}, { signal }).page({ pageSize: PAGE_SIZE }),
    refetchInterval: EVERY_MS,
  });

/** Everything that waits for votes, whether or not this person can vote on it. */
export const waitingQuery = () =>
  queryOptions({
    queryKey: ['approvals', 'all'],
    queryFn: async ({ signal }) => {
      const query = { status: 'APPROVAL_REQUESTED', expand: 'approvals' } as const;
      const { content } = await trading.withdrawals.list(query, { signal }).page({ pageSize: PAGE_SIZE });
      // The server adds these members for `expand`.
      return content as Approval[];
    },
    refetchInterval: EVERY_MS,
  });
