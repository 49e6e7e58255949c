import type { TariffDraft, TierChangeDraft } from '@quaestor/sdk';
import { queryOptions } from '@tanstack/react-query';
import { partner } from '../api.ts';

export const STATUSES = ['PROPOSED', 'CONFIRMED', 'REFUSED', 'WITHDRAWN'] as const;

const LATEST = 5;

/** The newest of those that wait for a second person. */
export const waitingQuery = () =>
  queryOptions({
    queryKey: ['proposals', 'waiting'],
    queryFn: async ({ signal }) =>
      (await partner.proposals.list({ status: 'PROPOSED', limit: LATEST }, { signal })).proposals,
  });

/** The newest waiting one about suspensions of a partner; null if none waits. */
export const waitingSuspensionQuery = (uid: string) =>
  queryOptions({
    queryKey: ['proposals', 'suspension', uid],
    queryFn: async ({ signal }) => {
      const query = { status: 'PROPOSED', kind: 'suspensions', partner_uid: uid, limit: 1 } as const;
      return (await partner.proposals.list(query, { signal })).proposals[0] ?? null;
    },
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

export const tierPreviewQuery = (tier_changes: TierChangeDraft['tier_changes']) =>
  queryOptions({
    queryKey: ['proposals', 'tier-preview', tier_changes],
    queryFn: ({ signal }) => partner.proposals.previewTierChanges({ tier_changes }, { signal }),
  });
