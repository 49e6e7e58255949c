import type { Approval, ListedVote } from '@quaestor/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { say } from '../../shared/messages/index.ts';
import { groupDigits } from '../../shared/money/index.ts';
import { trading } from '../api.ts';
import { texts } from './texts.ts';

const { done: t } = texts;

/** Reads again what votes change. */
function useReadAgain() {
  const client = useQueryClient();
  return () =>
    Promise.all([['approvals'], ['withdrawals']].map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Casts one vote. The screen shows what the server then says. */
export function useVote(onDone: () => void) {
  return useMutation({
    mutationFn: ({ id, ...vote }: ListedVote) => trading.withdrawals.vote(id, vote),
    onSuccess: ({ id, amount, asset, venue, status }, { decision }) => {
      const sum = `${groupDigits(amount)} ${asset.code}`;
      say({
        text:
          decision === 'REJECT'
            ? t.rejected(sum)
            : status === 'APPROVAL_REQUESTED'
              ? t.counted(sum)
              : t.approved(sum, venue),
        link: { label: t.show, place: { to: '/withdrawals/$id', params: { id } } },
      });
      onDone();
    },
    onSettled: useReadAgain(),
  });
}

interface Ballot {
  readonly decision: ListedVote['decision'];
  readonly rows: readonly Approval[];
}

/** A vote that the server did not take. */
export interface Refusal {
  readonly row: Approval;
  readonly detail: string;
  readonly traceId: string | undefined;
}

/** Casts the same vote on several with one confirmation. Each can be refused by itself. */
export function useVotes(onDone: (refusals: readonly Refusal[]) => void) {
  return useMutation({
    mutationFn: async ({ decision, rows }: Ballot): Promise<Refusal[]> => {
      const { results } = await trading.approvals.vote({ votes: rows.map(({ id }) => ({ id, decision })) });
      return rows.flatMap((row) => {
        const result = results.find(({ id }) => id === row.id);
        if (result?.code === undefined) return [];
        return [{ row, detail: result.detail ?? result.code, traceId: result.traceId }];
      });
    },
    onSuccess: (refusals, { decision, rows }) => {
      const count = rows.length - refusals.length;
      if (count > 0) say({ text: decision === 'REJECT' ? t.rejectedMany(count) : t.approvedMany(count) });
      onDone(refusals);
    },
    onSettled: useReadAgain(),
  });
}
