import { accessSource } from '../../shared/access/index.ts';
import { groupDigits } from '../../shared/money/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { formatSpan } from '../../shared/text/index.ts';
import { undeliveredSource } from '../../shared/undelivered/index.ts';
import type { Source } from '../../shared/waiting/index.ts';
import { partner } from '../api.ts';
import { payeeOf } from '../disbursements/payee-of.ts';
import { summary } from '../proposals/summary-texts.ts';
import { useViewed } from '../viewed.ts';
import { texts } from './texts.ts';

/** As many of each kind as the inbox shows. */
const limit = 20;
/** Each group is asked for its runs, and a notice says when some wait. */
const REBATES_EVERY_MS = 5 * 60_000;

/** What waits for people of the program, the most important first. */
const PROGRAM: readonly Source[] = [
  {
    ...texts.disbursements,
    id: 'disbursements',
    noun: 'managed-disbursements',
    scope: 'disbursements:manage',
    screen: '/managed-disbursements',
    place: { to: '/managed-disbursements' },
    read: async ({ signal }) => {
      const query = { status: 'REQUESTED', limit } as const;
      const { disbursements, count } = await partner.managedDisbursements.list(query, { signal });
      return {
        count,
        items: disbursements.map(({ number, partner_uid, amount, currency, requested_by, requested_at }) => ({
          id: `${number}`,
          about: texts.disbursement(`${groupDigits(amount)} ${currency}`, partner_uid),
          by: requested_by,
          at: requested_at,
          place: { to: '/managed-disbursements', search: { id: `${number}` } },
        })),
      };
    },
  },
  {
    ...texts.destinations,
    id: 'destinations',
    noun: 'managed-disbursements',
    scope: 'disbursements:manage',
    screen: '/managed-disbursements',
    place: { to: '/managed-disbursements/destinations' },
    read: async ({ signal }) => {
      const query = { status: 'WAITING', limit } as const;
      const { destinations, count } = await partner.managedDisbursements.destinations(query, { signal });
      return {
        count,
        items: destinations.map((destination) => ({
          id: destination.id,
          about: texts.destination(payeeOf(destination).name, destination.partner_uid),
          by: destination.saved_by,
          at: destination.saved_at,
          place: { to: '/managed-disbursements/destinations', search: { id: destination.id } },
        })),
      };
    },
  },
  {
    ...texts.proposals,
    id: 'proposals',
    noun: 'proposals',
    scope: 'program:edit',
    screen: '/proposals',
    place: { to: '/proposals' },
    read: async ({ signal }) => {
      const query = { status: 'PROPOSED', by_others: true, limit } as const;
      const { proposals, count } = await partner.proposals.list(query, { signal });
      return {
        count,
        items: proposals.map((proposal) => ({
          id: proposal.id,
          about: texts.proposal(summary(proposal), proposal.reason),
          by: proposal.proposed_by,
          at: proposal.proposed_at,
          place: { to: '/proposals', search: { id: proposal.id } },
        })),
      };
    },
  },
  accessSource(partner),
  undeliveredSource(partner, { ...texts.webhooks, message: texts.message }),
];

/** What waits for a partner. */
const OWN: readonly Source[] = [
  {
    ...texts.rebates,
    id: 'rebates',
    noun: 'rebates',
    scope: 'rebates:edit',
    screen: '/rebates',
    place: { to: '/rebates' },
    everyMs: REBATES_EVERY_MS,
    read: async ({ signal }) => {
      const { groups } = await partner.rebateGroups.list({ signal });
      const waiting = await Promise.all(
        groups.map(async ({ id, group_title }) => {
          const { runs } = await partner.rebateGroups.runs(id, { signal });
          return runs
            .filter(({ status }) => status === 'pending')
            .map(({ period_start, period_end }) => ({
              id: `${id}:${period_start}`,
              about: texts.run(group_title, formatSpan(period_start, period_end)),
              at: `${period_end}T00:00:00Z`,
              place: {
                to: '/rebates/$group/runs/$period' as const,
                params: { group: `${id}`, period: period_start },
              },
            }));
        }),
      );
      const items = waiting.flat();
      return { count: items.length, items: items.slice(0, limit) };
    },
  },
];

const NONE: readonly Source[] = [];

/** Managers have what waits in the program, partners their own; nothing waits while a manager looks at a partner. */
export function useSources(): readonly Source[] {
  const isManager = useScope('program:view');
  const { partner_uid: uid } = useViewed();
  if (uid !== undefined) return NONE;
  return isManager ? PROGRAM : OWN;
}
