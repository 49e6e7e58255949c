import type { TariffDraft } from '@quaestor/sdk';
import { queryOptions } from '@tanstack/react-query';
import { partner } from '../api.ts';

export const STATUSES = ['PROPOSED', 'CONFIRMED', 'REFUSED', 'WITHDRAWN'] as const;

const MOST = 1_000;

/** Those that wait for a second person. */
export const waitingQuery = () =>
  queryOptions({
    queryKey: ['proposals', 'waiting'],
    queryFn: async ({ signal }) =>
      (await partner.proposals.list({ status: 'PROPOSED', limit: MOST }, { signal })).proposals,
  });

export const proposalQuery = (id: string) =>
  queryOptions({
    queryKey: ['proposals', 'one', id],
    queryFn: ({ signal }) => partner.proposals.get(id, { signal }),
  });

export const previewQuery = (month: string, tariffs: TariffDraft['tariffs']) =>
  queryOptions({
    queryKey: ['proposals', 'preview', month, tariffs],
    queryFn: ({ signal }) => partner.proposals.preview({ month, tariffs }, { signal }),
  });
