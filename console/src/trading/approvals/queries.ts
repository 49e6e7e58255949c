import type { Approval } from '@quaestor/sdk';
import { queryOptions } from '@tanstack/react-query';
import { useRows } from '../../shared/table/index.ts';
import { trading } from '../api.ts';
import { withdrawalQuery } from '../withdrawals/queries.ts';

const FIRST = 20;
const NOTHING = { content: [], totalElements: 0, nextCursor: null };
/** Votes have no events of their own. */
const EVERY_MS = 5_000;
const regularly = () => EVERY_MS;

/** What this person can vote on: how much, and the most urgent of it. */
export const approvalsQuery = () =>
  queryOptions({
    queryKey: ['approvals', 'first'],
    queryFn: ({ signal }) => trading.approvals.list({}, { signal }).page({ pageSize: FIRST }),
    refetchInterval: EVERY_MS,
  });

/** All that this person can vote on, the most urgent first. */
export const useVotable = (isApprover: boolean) =>
  useRows<Approval>(
    ['approvals', 'mine', isApprover],
    async ({ signal, ...position }) =>
      isApprover ? trading.approvals.list({}, { signal }).page(position) : NOTHING,
    regularly,
  );

/** All that waits for the votes of others, the most urgent first. */
export const useOthers = () =>
  useRows<Approval>(
    ['approvals', 'others'],
    ({ signal, ...position }) => trading.approvals.others({}, { signal }).page(position),
    regularly,
  );

/** One withdrawal, wherever it is in the lists, or if it has left them. */
export const approvalQuery = (id: string) =>
  queryOptions({
    ...withdrawalQuery(id),
    // The server adds the members of an approval for `expand`.
    select: (withdrawal) => withdrawal as Approval,
  });
