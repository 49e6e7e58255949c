import { findHolders } from '../../platform/auth/index.ts';
import type { JobRequest } from '../../platform/jobs/index.ts';
import { occasion, type NoticeKind } from '../../platform/notices/index.ts';
import { selectCurrent } from './store.ts';

/** Proposed rules that this admin can confirm. */
export const policyNotice: NoticeKind = {
  name: 'policy.confirm',
  summary: 'Proposed rules for withdrawals wait for you.',
  services: ['trading'],
  grants: ['trading:admin'],
  texts: {
    en: {
      title: 'Proposed rules for withdrawals wait for you',
      short: 'Other rules for withdrawals were proposed. Confirm or refuse them.',
      full: '{proposer} has proposed version {version} of the rules for withdrawals. Confirm or refuse it.',
    },
    de: {
      title: 'Vorgeschlagene Regeln für Auszahlungen warten auf Sie',
      short:
        'Andere Regeln für Auszahlungen wurden vorgeschlagen. Bestätigen Sie sie oder lehnen Sie sie ab.',
      full: '{proposer} hat Version {version} der Regeln für Auszahlungen vorgeschlagen. Bestätigen Sie sie oder lehnen Sie sie ab.',
    },
  },
  async find(context, subject, among) {
    const rows = await selectCurrent(context.db, context.actor.tenant).execute();
    const row = rows.find(({ version, status }) => status === 'PROPOSED' && String(version) === subject);
    if (!row) return undefined;
    const notBy = [{ by: row.proposed_by, at: row.proposed_at }];
    return {
      people: await findHolders(context, { grant: 'trading:admin', among, notBy }),
      facts: { proposer: row.proposed_by, version: subject },
      path: () => '/console/policies',
    };
  },
};

export const policyOccasion = (version: string): JobRequest =>
  occasion(policyNotice, version, { service: 'trading' });
