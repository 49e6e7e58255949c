import { later, type Context } from '../../kernel/index.ts';
import { findHolders } from '../../platform/auth/index.ts';
import type { JobRequest } from '../../platform/jobs/index.ts';
import { occasion, type Matter, type NoticeKind } from '../../platform/notices/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { answerActs } from '../screening/index.ts';
import { selectVotes } from './approvals/index.ts';
import { votableUntil, type Move } from './move.ts';
import { needsPerson, selectWithdrawal, type StoredDestination, type WithdrawalRow } from './store.ts';

const services = ['trading'] as const;
const SHORT = 'A withdrawal was requested and needs your approval or rejection.';
const FULL =
  '{requester} wants to withdraw {amount} {asset} from {venue} to {destination}. Reference: {reference}. You can vote until {until}.';
const SHORT_DE = 'Eine Auszahlung wurde beantragt und braucht Ihre Zustimmung oder Ablehnung.';
const FULL_DE =
  '{requester} möchte {amount} {asset} von {venue} an {destination} auszahlen. Referenz: {reference}. Sie können bis {until} abstimmen.';

/** A withdrawal that others requested, that this person can vote on and that still needs votes. */
const voteNotice: NoticeKind = {
  name: 'withdrawal.vote',
  summary: 'A withdrawal waits for your vote.',
  services,
  grants: ['approvals:edit'],
  texts: {
    en: { title: 'A withdrawal waits for your vote', short: SHORT, full: FULL },
    de: { title: 'Eine Auszahlung wartet auf Ihre Stimme', short: SHORT_DE, full: FULL_DE },
  },
  find: findVoters,
};

const reminderNotice: NoticeKind = {
  name: 'withdrawal.vote-reminder',
  summary: 'A withdrawal that waits for your vote expires soon.',
  services,
  grants: ['approvals:edit'],
  texts: {
    en: {
      title: 'A withdrawal that waits for your vote expires soon',
      short: `${SHORT} It expires soon.`,
      full: FULL,
    },
    de: {
      title: 'Eine Auszahlung, die auf Ihre Stimme wartet, läuft bald ab',
      short: `${SHORT_DE} Sie läuft bald ab.`,
      full: FULL_DE,
    },
  },
  find: findVoters,
};

/** A screener holds it or was silent: those who were asked for their vote before get a message again. */
const screeningNotice: NoticeKind = {
  name: 'withdrawal.screening',
  summary: 'A withdrawal waits for your vote in place of its screening.',
  services,
  grants: ['approvals:edit'],
  texts: {
    en: {
      title: 'A withdrawal waits for your vote in place of its screening',
      short: 'A withdrawal is held by its screening, or was not screened in time. People decide.',
      full: `{reason} ${FULL}`,
    },
    de: {
      title: 'Eine Auszahlung wartet auf Ihre Stimme anstelle ihrer Prüfung',
      short: 'Die Prüfung hält eine Auszahlung auf oder kam nicht rechtzeitig. Personen entscheiden.',
      full: `{reason} ${FULL_DE}`,
    },
  },
  find: findVoters,
};

const TROUBLE_FULL =
  '{amount} {asset} from {venue} to {destination}, requested by {requester}. Reference: {reference}. {reason}';
const TROUBLE_FULL_DE =
  '{amount} {asset} von {venue} an {destination}, beantragt von {requester}. Referenz: {reference}. {reason}';

/** It may have left or not, and only an admin can say so. */
const doubtNotice: NoticeKind = {
  name: 'withdrawal.doubt',
  summary: 'A payment is in doubt and waits for an admin.',
  services,
  grants: ['trading:admin'],
  texts: {
    en: {
      title: 'A payment is in doubt',
      short: 'It is not known whether a withdrawal has left. Check the venue, then resolve it.',
      full: `It is not known whether this withdrawal has left: ${TROUBLE_FULL}`,
    },
    de: {
      title: 'Eine Zahlung ist ungewiss',
      short:
        'Es ist nicht bekannt, ob eine Auszahlung ausgeführt wurde. Prüfen Sie es bei der Börse und klären Sie sie dann.',
      full: `Es ist nicht bekannt, ob diese Auszahlung ausgeführt wurde: ${TROUBLE_FULL_DE}`,
    },
  },
  find: (context, id, among) =>
    findTroubled(context, { id, among, grant: 'trading:admin', isSo: needsPerson }),
};

const failureNotice: NoticeKind = {
  name: 'withdrawal.failed',
  summary: 'A payment has failed.',
  services,
  grants: ['venue-transfer:edit'],
  texts: {
    en: {
      title: 'A payment has failed',
      short: 'The venue did not make a withdrawal. Nothing has left.',
      full: `The venue did not make this withdrawal: ${TROUBLE_FULL}`,
    },
    de: {
      title: 'Eine Zahlung ist gescheitert',
      short: 'Die Börse hat eine Auszahlung nicht ausgeführt. Nichts wurde gesendet.',
      full: `Die Börse hat diese Auszahlung nicht ausgeführt: ${TROUBLE_FULL_DE}`,
    },
  },
  find: (context, id, among) =>
    findTroubled(context, {
      id,
      among,
      grant: 'venue-transfer:edit',
      isSo: ({ status }) => status === 'FAILED',
    }),
};

export const withdrawalNotices = [
  voteNotice,
  reminderNotice,
  doubtNotice,
  failureNotice,
  screeningNotice,
] as const;

const REMINDED_BEFORE_MS = 12 * 3_600_000;

/** A message to those who can vote: at once, and again before it expires. */
export const voteOccasions = (id: string, dueAt: Date): JobRequest[] => [
  occasion(voteNotice, id, { service: 'trading' }),
  occasion(reminderNotice, id, { service: 'trading', runAt: later(dueAt, -REMINDED_BEFORE_MS) }),
];

/** The messages when people have to decide in place of a screening. */
export const screeningOccasions = (id: string, dueAt: Date): JobRequest[] => [
  occasion(screeningNotice, id, { service: 'trading' }),
  occasion(reminderNotice, id, { service: 'trading', runAt: later(dueAt, -REMINDED_BEFORE_MS) }),
];

/** A message when a withdrawal has failed, or has come to need a person. */
export function troubleOccasions(before: WithdrawalRow, { after }: Move): JobRequest[] {
  const { id, status } = after;
  if (status === 'FAILED') return [occasion(failureNotice, id, { service: 'trading' })];
  const isNew = needsPerson(after) && !needsPerson(before);
  return isNew ? [occasion(doubtNotice, id, { service: 'trading' })] : [];
}

interface Trouble {
  readonly id: string;
  readonly among: readonly string[] | undefined;
  /** Of those who get it. */
  readonly grant: string;
  readonly isSo: (row: WithdrawalRow) => boolean;
}

async function findTroubled(
  context: Context<Db>,
  { id, among, grant, isSo }: Trouble,
): Promise<Matter | undefined> {
  const row = await selectWithdrawal(context.db, context.actor.tenant, id).executeTakeFirst();
  if (!row || !isSo(row)) return undefined;
  return {
    people: await findHolders(context, { grant, among, notBy: [] }),
    facts: { ...factsOf(row), reason: row.failure_message ?? row.waiting_reason ?? '' },
    path: () => `/console/withdrawals/${id}`,
  };
}

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
  if (votes.length >= row.approvals_required) return undefined;
  const notBy = [
    { by: row.requested_by, at: row.created_at },
    ...votes.map(({ voter, created_at }) => ({ by: voter, at: created_at })),
    ...answerActs(row),
  ];
  const able = await findHolders(context, { grant: 'approvals:edit', among, notBy });
  const { approvers } = row;
  const isWanted = (person: string) =>
    approvers === null || approvers.length === 0 || approvers.includes(person);
  return {
    people: able.filter(isWanted),
    facts: { ...factsOf(row), reason: row.waiting_reason ?? '' },
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
  until: votableUntil(row)?.toISOString() ?? '',
});

const describe = (destination: StoredDestination): string =>
  destination.kind === 'fiat'
    ? destination.alias
    : `${destination.alias ?? destination.address} (${destination.network})`;
