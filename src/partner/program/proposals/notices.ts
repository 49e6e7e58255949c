import { findHolders } from '../../../platform/auth/index.ts';
import type { JobRequest } from '../../../platform/jobs/index.ts';
import { occasion, type NoticeKind } from '../../../platform/notices/index.ts';
import { selectProposal } from './store.ts';

/** A change of the program that this manager can confirm. */
export const proposalNotice: NoticeKind = {
  name: 'proposal.confirm',
  summary: 'A change of the partner program waits for you.',
  services: ['partner'],
  grants: ['program:edit'],
  texts: {
    en: {
      title: 'A change of the partner program waits for you',
      short: 'Another manager has proposed a change of the partner program. Confirm or refuse it.',
      full: '{proposer} has proposed a change of {kind}. {reason} Confirm or refuse it.',
    },
    de: {
      title: 'Eine Änderung des Partnerprogramms wartet auf Sie',
      short:
        'Ein anderer Manager hat eine Änderung des Partnerprogramms vorgeschlagen. Bestätigen Sie sie oder lehnen Sie sie ab.',
      full: '{proposer} hat eine Änderung von {kind} vorgeschlagen. {reason} Bestätigen Sie sie oder lehnen Sie sie ab.',
    },
  },
  async find(context, id, among) {
    const row = await selectProposal(context.db, context.actor.tenant, id).executeTakeFirst();
    if (row?.status !== 'PROPOSED') return undefined;
    const notBy = [{ by: row.proposed_by, at: row.proposed_at }];
    return {
      people: await findHolders(context, { grant: 'program:edit', among, notBy }),
      facts: { proposer: row.proposed_by, kind: row.kind, reason: row.reason ?? '' },
      path: () => `/console/proposals?id=${id}`,
    };
  },
};

export const proposalOccasion = (id: string): JobRequest =>
  occasion(proposalNotice, id, { service: 'partner' });
