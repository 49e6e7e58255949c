import { findHolders } from '../../platform/auth/index.ts';
import type { JobRequest } from '../../platform/jobs/index.ts';
import { occasion, type NoticeKind } from '../../platform/notices/index.ts';
import { selectLatest, type ReconciliationRow } from './store.ts';

type Counts = Pick<ReconciliationRow, 'only_venue' | 'only_here' | 'different'>;

const countOf = (row: Counts): number => row.only_venue + row.only_here + row.different;

/** A run that has found differences, until a later one of the same venue has looked at the same. */
export const differenceNotice: NoticeKind = {
  name: 'reconciliation.difference',
  summary: 'A venue has recorded something else than Quaestor.',
  services: ['trading'],
  texts: {
    en: {
      title: 'A venue has recorded something else than Quaestor',
      short: 'A reconciliation has found differences. The command quaestor reconcile shows them.',
      full: 'At {venue}, {count} entries since {since} differ. {runBy} has compared them with quaestor reconcile, which shows them.',
    },
    de: {
      title: 'Eine Börse hat etwas anderes aufgezeichnet als Quaestor',
      short: 'Ein Abgleich hat Unterschiede gefunden. Der Befehl quaestor reconcile zeigt sie.',
      full: 'Bei {venue} weichen {count} Einträge seit {since} ab. {runBy} hat sie mit quaestor reconcile verglichen; der Befehl zeigt sie.',
    },
  },
  async find(context, id, among) {
    const row = await selectLatest(context.db, context.actor.tenant, id).executeTakeFirst();
    if (!row || countOf(row) === 0) return undefined;
    return {
      people: await findHolders(context, { grant: 'trading:admin', among, notBy: [] }),
      facts: {
        venue: row.venue,
        count: String(countOf(row)),
        since: row.since.toISOString(),
        runBy: row.run_by,
      },
      path: () => `/console/audit?q=${encodeURIComponent(`subjectId:${id}`)}`,
    };
  },
};

export const differenceOccasions = (row: Counts & Pick<ReconciliationRow, 'id'>): JobRequest[] =>
  countOf(row) === 0 ? [] : [occasion(differenceNotice, row.id, { service: 'trading' })];
