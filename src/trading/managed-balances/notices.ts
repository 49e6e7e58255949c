import { findHolders } from '../../platform/auth/index.ts';
import type { JobRequest } from '../../platform/jobs/index.ts';
import { occasion, type NoticeKind } from '../../platform/notices/index.ts';
import { subjectOf } from './propose.ts';
import { selectBalances } from './store.ts';

/** Settings of a managed balance that this admin can confirm. */
export const managedBalanceNotice: NoticeKind = {
  name: 'managed-balance.confirm',
  summary: 'Settings of a managed balance wait for you.',
  services: ['trading'],
  texts: {
    en: {
      title: 'Settings of a managed balance wait for you',
      short: 'Somebody has changed a managed balance that acts without a person. Confirm it if it is right.',
      full: '{setBy} has changed the managed balance of {asset} at {venue}. Confirm it if it is right.',
    },
    de: {
      title: 'Einstellungen eines geführten Bestands warten auf Sie',
      short:
        'Jemand hat einen geführten Bestand geändert, der ohne Menschen handelt. Bestätigen Sie ihn, wenn er stimmt.',
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
