import type { Context } from '../../kernel/index.ts';
import { later } from '../../kernel/index.ts';
import { findHolders } from '../../platform/auth/index.ts';
import type { JobRequest } from '../../platform/jobs/index.ts';
import { occasion, type Matter, type NoticeKind } from '../../platform/notices/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { selectVotes } from './approvals/index.ts';
import { selectWithdrawal, type StoredDestination, type WithdrawalRow } from './store.ts';

const services = ['trading'] as const;
const SHORT = 'A withdrawal was requested and needs your approval or rejection.';
const FULL =
  '{requester} wants to withdraw {amount} {asset} from {venue} to {destination}. Reference: {reference}. You can vote until {until}.';

/** A withdrawal that others requested, that this person can vote on and that still needs votes. */
const voteNotice: NoticeKind = {
  name: 'withdrawal.vote',
  summary: 'A withdrawal waits for your vote.',
  services,
  texts: { en: { title: 'A withdrawal waits for your vote', short: SHORT, full: FULL } },
  find: findVoters,
};

const reminderNotice: NoticeKind = {
  name: 'withdrawal.vote-reminder',
  summary: 'A withdrawal that waits for your vote expires soon.',
  services,
  texts: {
    en: {
      title: 'A withdrawal that waits for your vote expires soon',
      short: `${SHORT} It expires soon.`,
      full: FULL,
    },
  },
  find: findVoters,
};

export const withdrawalNotices = [voteNotice, reminderNotice] as const;

const REMINDED_BEFORE_MS = 12 * 3_600_000;

/** What those who can vote are told: at once, and again before it expires. */
export const voteOccasions = (id: string, dueAt: Date): JobRequest[] => [
  occasion(voteNotice, id, { service: 'trading' }),
  occasion(reminderNotice, id, { service: 'trading', runAt: later(dueAt, -REMINDED_BEFORE_MS) }),
];

async function findVoters(
  context: Context<Db>,
  id: string,
  among: readonly string[] | undefined,
): Promise<Matter | undefined> {
  const { db, actor, clock } = context;
  const row = await selectWithdrawal(db, actor.tenant, id).executeTakeFirst();
  const isOpen = row?.status === 'APPROVAL_REQUESTED' && row.due_at !== null && row.due_at > clock.now();
  if (!row || !isOpen) return undefined;
  const votes = await selectVotes(db, id).execute();
  const notBy = [
    { by: row.requested_by, at: row.created_at },
    ...votes.map(({ voter, created_at }) => ({ by: voter, at: created_at })),
  ];
  const able = await findHolders(context, { grant: 'approvals:edit', among, notBy });
  const { approvers } = row;
  const isWanted = (person: string) =>
    approvers === null || approvers.length === 0 || approvers.includes(person);
  return {
    people: able.filter(isWanted),
    facts: factsOf(row),
    path: () => `/console/withdrawals/${id}`,
  };
}

const factsOf = (row: WithdrawalRow) => ({
  requester: row.requested_by,
  amount: row.amount,
  asset: row.asset,
  venue: row.venue,
  destination: describe(row.destination),
  reference: row.reference,
  until: row.due_at?.toISOString() ?? '',
});

const describe = (destination: StoredDestination): string =>
  destination.kind === 'fiat'
    ? destination.alias
    : `${destination.alias ?? destination.address} (${destination.network})`;
