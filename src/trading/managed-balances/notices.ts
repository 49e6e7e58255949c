import { later, type Context } from '../../kernel/index.ts';
import { findHolders } from '../../platform/auth/index.ts';
import type { JobRequest } from '../../platform/jobs/index.ts';
import { occasion, type Matter, type NoticeKind } from '../../platform/notices/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { selectBalances } from './store.ts';
import { actsAlone, selectProposal } from './proposals/index.ts';
import { subjectOf } from './subject.ts';

/** Settings of a managed balance that this admin can confirm. */
const managedBalanceNotice: NoticeKind = {
  name: 'managed-balance.confirm',
  summary: 'Settings of a managed balance wait for you.',
  services: ['trading'],
  grants: ['trading:admin'],
  texts: {
    en: {
      title: 'Settings of a managed balance wait for you',
      short: 'Somebody has changed a managed balance that acts without a person. Confirm it if it is right.',
      full: '{setBy} has changed the managed balance of {asset} at {venue}. Confirm it if it is right.',
    },
    de: {
      title: 'Einstellungen eines geführten Bestands warten auf Sie',
      short:
        'Jemand hat einen geführten Bestand geändert, der ohne eine Person handelt. Bestätigen Sie ihn, wenn er stimmt.',
      full: '{setBy} hat den geführten Bestand von {asset} bei {venue} geändert. Bestätigen Sie ihn, wenn er stimmt.',
    },
  },
  async find(context, subject, among) {
    const rows = await selectBalances(context.db, context.actor.tenant).execute();
    const row = rows.find((each) => subjectOf(each) === subject);
    if (!row || row.pending_by === null || !row.pending_at) return undefined;
    const notBy = [{ by: row.pending_by, at: row.pending_at }];
    return {
      people: await findHolders(context, { grant: 'trading:admin', among, notBy }),
      facts: { setBy: row.pending_by, venue: row.venue, asset: row.asset },
      path: () => `/console/managed-balances?id=${encodeURIComponent(subject)}`,
    };
  },
};

export const managedBalanceOccasion = (subject: string): JobRequest =>
  occasion(managedBalanceNotice, subject, { service: 'trading' });

const SHORT = 'A balance is outside of its bounds. Confirm what is proposed, or dismiss it.';
const FULL = '{asset} at {venue}: {reason} Proposed: {amount} {asset}. Confirm or dismiss it until {until}.';
const SHORT_DE =
  'Ein Bestand liegt außerhalb seiner Grenzen. Bestätigen Sie den Vorschlag oder verwerfen Sie ihn.';
const FULL_DE =
  '{asset} bei {venue}: {reason} Vorschlag: {amount} {asset}. Bestätigen oder verwerfen Sie ihn bis {until}.';

/** A proposal for a managed balance that this person can confirm. */
const proposalNotice: NoticeKind = {
  name: 'managed-balance.proposal',
  summary: 'A proposal for a managed balance waits for you.',
  services: ['trading'],
  texts: {
    en: { title: 'A proposal for a managed balance waits for you', short: SHORT, full: FULL },
    de: {
      title: 'Ein Vorschlag für einen geführten Bestand wartet auf Sie',
      short: SHORT_DE,
      full: FULL_DE,
    },
  },
  find: findConfirmers,
};

const reminderNotice: NoticeKind = {
  name: 'managed-balance.proposal-reminder',
  summary: 'A proposal for a managed balance that waits for you expires soon.',
  services: ['trading'],
  texts: {
    en: {
      title: 'A proposal for a managed balance that waits for you expires soon',
      short: `${SHORT} It expires soon.`,
      full: FULL,
    },
    de: {
      title: 'Ein Vorschlag für einen geführten Bestand, der auf Sie wartet, läuft bald ab',
      short: `${SHORT_DE} Er läuft bald ab.`,
      full: FULL_DE,
    },
  },
  find: findConfirmers,
};

async function findConfirmers(
  context: Context<Db>,
  id: string,
  among: readonly string[] | undefined,
): Promise<Matter | undefined> {
  const { db, actor, clock } = context;
  const row = await selectProposal(db, actor.tenant, id).executeTakeFirst();
  if (row?.status !== 'OPEN' || row.expires_at <= clock.now()) return undefined;
  const { venue, asset, amount, reason } = row;
  const balances = await selectBalances(db, actor.tenant).execute();
  const settings = balances.find((each) => each.venue === venue && each.asset === asset)?.settings;
  if (!settings || actsAlone(row, settings)) return undefined;
  const grant = row.kind === 'TRANSFER' ? 'venue-transfer:edit' : 'conversions:edit';
  return {
    people: await findHolders(context, { grant, among, notBy: [] }),
    facts: { venue, asset, amount, reason, until: row.expires_at.toISOString() },
    path: () => `/console/managed-balances?id=${encodeURIComponent(subjectOf(row))}`,
  };
}

export const managedBalanceNotices = [managedBalanceNotice, proposalNotice, reminderNotice] as const;

const REMINDED_BEFORE_MS = 3_600_000;

/** A message at once, and again before it expires. */
export const proposalOccasions = (id: string, expiresAt: Date): JobRequest[] => [
  occasion(proposalNotice, id, { service: 'trading' }),
  occasion(reminderNotice, id, { service: 'trading', runAt: later(expiresAt, -REMINDED_BEFORE_MS) }),
];
