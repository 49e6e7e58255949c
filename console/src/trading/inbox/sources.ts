import type { Withdrawal } from '@quaestor/sdk';
import { accessSource } from '../../shared/access/index.ts';
import { groupDigits } from '../../shared/money/index.ts';
import { undeliveredSource } from '../../shared/undelivered/index.ts';
import type { Found, Source } from '../../shared/waiting/index.ts';
import { trading } from '../api.ts';
import { idOf, moveOf } from '../managed-balances/describe.ts';
import { shortDestination } from '../withdrawals/destination.tsx';
import { toScreen } from './to-screen.ts';
import { texts } from './texts.ts';

/** As many of each kind as the inbox shows. */
const MOST = 20;
const MOST_DESTINATIONS = 20_000;
const MOST_JOBS = 100;
const VOTES_EVERY_MS = 5_000;
/** The server gives destinations only whole, and a notice says at once that one waits. */
const DESTINATIONS_EVERY_MS = 5 * 60_000;
const UNMATCHED = 'status:NEEDS_PERSON';
const DOUBTFUL = 'status:PENDING AND needsPerson:true';
const AWAITED = 'screening:AWAITED';

const aboutPayment = (payment: Withdrawal): string =>
  texts.payment(`${groupDigits(payment.amount)} ${payment.asset.code}`, shortDestination(payment));

const firstOf = (items: Found['items']): Found => ({ count: items.length, items: items.slice(0, MOST) });

/** What waits for people of the desk, the most important first. */
export const SOURCES: readonly Source[] = [
  {
    ...texts.doubtful,
    id: 'doubtful',
    noun: 'withdrawals',
    scope: 'admin',
    screen: '/withdrawals',
    place: { to: '/withdrawals', search: { q: DOUBTFUL } },
    read: async ({ signal }) => {
      const page = await trading.withdrawals.list({ q: DOUBTFUL }, { signal }).page({ pageSize: MOST });
      return {
        count: page.totalElements,
        items: page.content.map((payment) => ({
          id: payment.id,
          about: aboutPayment(payment),
          at: payment.createdAt,
          place: { to: '/withdrawals/$id', params: { id: payment.id } },
        })),
      };
    },
  },
  {
    ...texts.transfers,
    id: 'transfers',
    noun: 'transfers',
    scope: 'admin',
    screen: '/transfers',
    place: { to: '/transfers', search: { q: UNMATCHED } },
    read: async ({ signal }) => {
      const page = await trading.transfers.list({ q: UNMATCHED }, { signal }).page({ pageSize: MOST });
      return {
        count: page.totalElements,
        items: page.content.map(({ id, amount, asset, fromVenue, toVenue, createdAt }) => ({
          id,
          about: texts.transfer(`${groupDigits(amount)} ${asset.code}`, fromVenue, toVenue),
          at: createdAt,
          place: { to: '/transfers/$id', params: { id } },
        })),
      };
    },
  },
  {
    ...texts.proposals,
    id: 'proposals',
    noun: 'managed-balances',
    scope: 'venue-transfer:edit',
    screen: '/managed-balances',
    place: { to: '/managed-balances' },
    read: async ({ signal }) =>
      firstOf(
        (await trading.managedBalances.list({ signal })).flatMap(({ proposal, ...balance }) =>
          proposal === null
            ? []
            : [
                {
                  id: proposal.id,
                  about: moveOf(proposal),
                  at: proposal.createdAt,
                  place: { to: '/managed-balances', search: { id: idOf(balance) } },
                },
              ],
        ),
      ),
  },
  {
    ...texts.settings,
    id: 'settings',
    noun: 'managed-balances',
    scope: 'admin',
    screen: '/managed-balances',
    place: { to: '/managed-balances' },
    read: async ({ login, signal }) =>
      firstOf(
        (await trading.managedBalances.list({ signal })).flatMap(({ pending, ...balance }) =>
          pending === null || pending.by === login
            ? []
            : [
                {
                  id: `settings ${idOf(balance)}`,
                  about: texts.balance(balance.asset.code, balance.venue),
                  by: pending.by,
                  at: pending.at,
                  place: { to: '/managed-balances', search: { id: idOf(balance) } },
                },
              ],
        ),
      ),
  },
  {
    ...texts.screenings,
    id: 'screenings',
    noun: 'withdrawals',
    scope: 'screening:edit',
    screen: '/withdrawals',
    place: { to: '/withdrawals', search: { q: AWAITED } },
    read: async ({ signal }) => {
      const asked = { q: AWAITED, expand: 'approvals' } as const;
      const page = await trading.withdrawals.list(asked, { signal }).page({ pageSize: MOST });
      const { payments, count } = toScreen(page);
      return {
        count,
        items: payments.map((payment) => ({
          id: payment.id,
          about: aboutPayment(payment),
          ...(payment.requestedBy !== undefined && { by: payment.requestedBy }),
          at: payment.createdAt,
          place: { to: '/withdrawals/$id', params: { id: payment.id } },
        })),
      };
    },
  },
  {
    ...texts.votes,
    id: 'votes',
    noun: 'approvals',
    scope: 'approvals:edit',
    screen: '/approvals',
    place: { to: '/approvals' },
    everyMs: VOTES_EVERY_MS,
    read: async ({ signal }) => {
      const page = await trading.approvals.list({}, { signal }).page({ pageSize: MOST });
      return {
        count: page.totalElements,
        items: page.content.map((payment) => ({
          id: payment.id,
          about: aboutPayment(payment),
          by: payment.requestedBy,
          at: payment.createdAt,
          place: { to: '/approvals', search: { id: payment.id } },
        })),
      };
    },
  },
  {
    ...texts.destinations,
    id: 'destinations',
    noun: 'destinations',
    scope: 'admin',
    screen: '/destinations',
    place: { to: '/destinations', search: { q: 'UNCONFIRMED' } },
    everyMs: DESTINATIONS_EVERY_MS,
    read: async ({ login, signal }) => {
      const saved = await trading.destinations.list({ signal }).toArray({ limit: MOST_DESTINATIONS });
      return firstOf(
        saved
          .filter(({ status, createdBy }) => status === 'UNCONFIRMED' && createdBy !== login)
          .map(({ id, alias, createdBy, createdAt }) => ({
            id,
            about: alias,
            by: createdBy,
            at: createdAt,
            place: { to: '/destinations', search: { id } },
          })),
      );
    },
  },
  {
    ...texts.policies,
    id: 'policies',
    noun: 'policies',
    scope: 'admin',
    screen: '/policies',
    place: { to: '/policies' },
    read: async ({ login, signal }) => {
      const { proposed } = await trading.policies.get({ signal });
      if (proposed === null || proposed.proposedBy === login) return { items: [] };
      const { version, proposedBy, proposedAt } = proposed;
      const place = { to: '/policies' } as const;
      return {
        items: [{ id: `${version}`, about: texts.version(version), by: proposedBy, at: proposedAt, place }],
      };
    },
  },
  accessSource(trading),
  undeliveredSource(trading, { ...texts.webhooks, message: texts.message }),
  {
    ...texts.jobs,
    id: 'jobs',
    noun: 'jobs',
    scope: 'admin',
    screen: '/jobs',
    place: { to: '/jobs' },
    read: async ({ signal }) => {
      const dead = await trading.jobs.list({ state: 'dead' }, { signal }).toArray({ limit: MOST_JOBS });
      return firstOf(
        dead.map(({ id, name, createdAt }) => ({
          id,
          about: name,
          at: createdAt,
          place: { to: '/jobs', search: { id } },
        })),
      );
    },
  },
];
