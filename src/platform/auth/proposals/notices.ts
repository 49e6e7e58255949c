import type { JobRequest } from '../../jobs/index.ts';
import { occasion, type NoticeKind } from '../../notices/index.ts';
import { findHolders } from '../accountable/index.ts';
import type { ServiceName } from '../scopes.ts';
import { selectProposal } from './store.ts';

/** A change of who may do what that this admin can confirm. */
export const accessNotice: NoticeKind = {
  name: 'access.confirm',
  summary: 'A change of who may do what waits for you.',
  services: ['trading', 'partner'],
  grants: ['trading:admin', 'partner:admin'],
  texts: {
    en: {
      title: 'A change of who may do what waits for you',
      short: 'Another admin wants to give somebody a power. Confirm or refuse it.',
      full: '{proposer} has proposed {action} for {account}, which gives {powers}. Confirm or refuse it.',
    },
    de: {
      title: 'Eine Zugriffsänderung wartet auf Sie',
      short:
        'Ein anderer Admin möchte jemandem eine Befugnis geben. Bestätigen Sie das oder lehnen Sie es ab.',
      full: '{proposer} hat {action} für {account} vorgeschlagen; das gibt {powers}. Bestätigen Sie das oder lehnen Sie es ab.',
    },
  },
  async find(context, id, among) {
    const row = await selectProposal(context.db, context.actor.tenant, id).executeTakeFirst();
    if (row?.status !== 'PROPOSED') return undefined;
    const [service = 'trading'] = row.services;
    const notBy = [{ by: row.proposed_by, at: row.proposed_at }];
    return {
      people: await findHolders(context, { grant: `${service}:admin`, among, notBy }),
      facts: {
        proposer: row.proposed_by,
        action: row.action,
        account: row.account,
        powers: row.powers.join(', '),
      },
      path: () => '/console/access',
    };
  },
};

export const accessOccasion = (id: string, service: ServiceName): JobRequest =>
  occasion(accessNotice, id, { service });
