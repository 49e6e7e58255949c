import type { ListedVote, VoteResult } from '@quaestor/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { trading } from '../api.ts';

/** Casts one vote or several with one confirmation. The screen shows what the server then says. */
export function useVote(onDone: (refused: VoteResult[]) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (votes: ListedVote[]): Promise<VoteResult[]> => {
      const [first, ...others] = votes;
      if (first === undefined) return [];
      if (others.length === 0) {
        const { id, ...vote } = first;
        await trading.withdrawals.vote(id, vote);
        return [];
      }
      const { results } = await trading.approvals.vote({ votes });
      return results.filter(({ code }) => code !== undefined);
    },
    onSuccess: onDone,
    onSettled: () =>
      Promise.all([['approvals'], ['withdrawals']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
