import { Decimal, later, type Context } from '../../../kernel/index.ts';
import { findHolders } from '../../../platform/auth/index.ts';
import type { JobRequest } from '../../../platform/jobs/index.ts';
import { readSpread, spreadOccasion, type Matter, type NoticeKind } from '../../../platform/notices/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import type { EntryKind } from '../schema.ts';
import { selectMoved } from './store.ts';

const DAY_MS = 86_400_000;
/** A run makes several payouts: each puts off the messages, which are about all of them. */
const AFTER_PAYOUT_MS = 15 * 60_000;
const REWARDS: readonly EntryKind[] = [
  'reward',
  'second_level_reward',
  'adjustment',
  'commission',
  'progress',
];

const SHARED = {
  services: ['partner'],
  grants: ['wallets:view'],
  isOfPartners: true,
  isPrivate: true,
} as const;

/** Rewards that were credited on a day, however many runs and payouts there were. */
export const rewardNotice: NoticeKind = {
  name: 'reward.credited',
  summary: 'Rewards were credited to you.',
  ...SHARED,
  texts: {
    en: {
      title: 'Rewards were credited to you',
      short: 'Rewards were credited to your accounts.',
      full: 'On {day} (UTC), rewards were credited to your accounts: {amounts}.',
    },
    de: {
      title: 'Ihnen wurden Prämien gutgeschrieben',
      short: 'Ihren Konten wurden Prämien gutgeschrieben.',
      full: 'Am {day} (UTC) wurden Ihren Konten Prämien gutgeschrieben: {amounts}.',
    },
  },
  async find(context, subject, among) {
    const { about: day, partner } = readSpread(subject);
    const amounts = await credited(context, day, [partner]);
    if (amounts.length === 0) return undefined;
    const texts = amounts.map(({ amount, currency }) => `${amount.trim().toString()} ${currency}`);
    return toMatter(context, { partner, among, facts: { day, amounts: texts.join(', ') } });
  },
  async spread(context, day, partners) {
    const amounts = await credited(context, day, partners);
    return [...new Set(amounts.map(({ partner_uid }) => partner_uid))];
  },
};

/** What was credited in each currency, less what was taken back, as far as something is left. */
async function credited({ db }: Context<Db>, day: string, partners: readonly string[]) {
  const from = new Date(day);
  const rows = await selectMoved(db, partners, { from, until: later(from, DAY_MS) }, REWARDS).execute();
  return rows
    .map((row) => ({ ...row, amount: Decimal.parse(row.amount) }))
    .filter(({ amount }) => amount.compare(Decimal.ZERO) > 0);
}

/** The statement of a month in which something was posted. */
export const statementNotice: NoticeKind = {
  name: 'statement.ready',
  summary: 'The statement of a month is ready.',
  ...SHARED,
  texts: {
    en: {
      title: 'The statement of a month is ready',
      short: 'A month has ended, and the statements of your accounts are ready.',
      full: 'The statements of your accounts for {month} are ready.',
    },
    de: {
      title: 'Der Auszug eines Monats ist fertig',
      short: 'Ein Monat ist zu Ende, und die Auszüge Ihrer Konten sind fertig.',
      full: 'Die Auszüge Ihrer Konten für {month} sind fertig.',
    },
  },
  async find(context, subject, among) {
    const { about: month, partner } = readSpread(subject);
    const [moved] = await movedIn(context, month, [partner]);
    return moved && toMatter(context, { partner, among, facts: { month } });
  },
  async spread(context, month, partners) {
    const moved = await movedIn(context, month, partners);
    return [...new Set(moved.map(({ partner_uid }) => partner_uid))];
  },
};

function movedIn({ db }: Context<Db>, month: string, partners: readonly string[]) {
  const from = new Date(month);
  const until = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1));
  return selectMoved(db, partners, { from, until }, null).execute();
}

export const rewardOccasion = (at: Date): JobRequest =>
  spreadOccasion(rewardNotice, at.toISOString().slice(0, 10), {
    service: 'partner',
    runAt: later(at, AFTER_PAYOUT_MS),
  });

/** `2024-03` */
export const statementOccasion = (month: string, now: Date): JobRequest =>
  spreadOccasion(statementNotice, month, { service: 'partner', runAt: now });

interface Concerned {
  readonly partner: string;
  readonly among: readonly string[] | undefined;
  readonly facts: Matter['facts'];
}

const toMatter = async (context: Context<Db>, { partner, among, facts }: Concerned): Promise<Matter> => ({
  people: await findHolders(context, {
    grant: 'wallets:view',
    partnerUid: partner,
    among,
    notBy: [],
  }),
  facts,
  path: () => '/console/wallets',
});
