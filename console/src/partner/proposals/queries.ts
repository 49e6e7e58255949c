import type { TariffDraft, TierChangeDraft } from '@quaestor/sdk';
import { queryOptions } from '@tanstack/react-query';
import { monthStart, today } from '../../shared/period/index.ts';
import { partner } from '../api.ts';
import { levelBefore, tariffBefore, type Before, type Fact } from './changes.ts';

export const STATUSES = ['PROPOSED', 'CONFIRMED', 'REFUSED', 'WITHDRAWN'] as const;

const LATEST = 5;
const MOST = 1_000;

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

/** What a proposed fact takes the place of. */
export const beforeQuery = (kind: string, fact: Fact, keys: readonly string[]) =>
  queryOptions({
    queryKey: ['proposals', 'before', kind, fact],
    queryFn: async ({ signal }): Promise<Before> => {
      const { partner_uid: uid, valid_from: day, tier_group_id: tier } = fact;
      if (kind === 'tariffs' && day !== undefined) {
        const inForce = await Promise.all(
          [...new Set([String(uid), '*'])].map((partner_uid) =>
            partner.terms.tariffs({ partner_uid, day: String(day), limit: MOST }, { signal }),
          ),
        );
        return tariffBefore(
          inForce.flatMap(({ rows }) => rows.map((row) => row.fact)),
          fact,
        );
      }
      if (kind === 'tier-levels' && day !== undefined) {
        const { rows } = await partner.terms.tierLevels(
          { tier_group_id: Number(tier), limit: MOST },
          { signal },
        );
        return levelBefore(
          rows.map((row) => row.fact),
          fact,
        );
      }
      const filter = keys.map((name) => `${name}=${String(fact[name])}`);
      const { rows } = await partner.facts.rows(kind, { filter, limit: 1 }, { signal });
      return { fact: rows[0] ?? null, several: [] };
    },
  });

export const proposalQuery = (id: string) =>
  queryOptions({
    queryKey: ['proposals', 'one', id],
    queryFn: ({ signal }) => partner.proposals.get(id, { signal }),
  });

/** What proposed tariffs would have paid last month. */
export const lastMonthQuery = (tariffs: TariffDraft['tariffs']) => {
  const month = monthStart(today(), -1).slice(0, 7);
  return queryOptions({
    queryKey: ['proposals', 'preview', month, tariffs],
    queryFn: ({ signal }) => partner.proposals.preview({ month, tariffs }, { signal }),
  });
};

export const tierPreviewQuery = (tier_changes: TierChangeDraft['tier_changes']) =>
  queryOptions({
    queryKey: ['proposals', 'tier-preview', tier_changes],
    queryFn: ({ signal }) => partner.proposals.previewTierChanges({ tier_changes }, { signal }),
  });
