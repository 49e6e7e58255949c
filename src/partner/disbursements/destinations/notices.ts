import { findHolders } from '../../../platform/auth/index.ts';
import type { JobRequest } from '../../../platform/jobs/index.ts';
import { occasion, type NoticeKind } from '../../../platform/notices/index.ts';
import { selectConfirmedById } from './store.ts';

/** Somebody who took over a sign-in could have saved it: the people of the partner get to know before it is used. */
export const destinationChangedNotice: NoticeKind = {
  name: 'disbursement.destination',
  summary: 'Your money is to go elsewhere.',
  services: ['partner'],
  isPrivate: true,
  texts: {
    en: {
      title: 'Your money is to go elsewhere',
      short: 'A new destination for your money was confirmed.',
      full: 'From {from} on, the money of account {account} goes to a new destination. If none of you saved it, tell the program.',
    },
    de: {
      title: 'Ihr Geld soll woandershin gehen',
      short: 'Ein neues Ziel für Ihr Geld wurde bestätigt.',
      full: 'Ab {from} geht das Geld des Kontos {account} an ein neues Ziel. Wenn es niemand von Ihnen gespeichert hat, melden Sie sich beim Programm.',
    },
  },
  async find(context, id, among) {
    const row = await selectConfirmedById(context.db, context.actor.tenant, id).executeTakeFirst();
    if (!row) return undefined;
    const { partner_uid: partnerUid, account_id, usable_from } = row;
    return {
      people: await findHolders(context, { grant: 'disbursements:edit', partnerUid, among, notBy: [] }),
      facts: {
        account: account_id,
        from: `${usable_from?.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      },
      path: () => `/console/disbursements/accounts/${account_id}`,
    };
  },
};

export const changedOccasion = (id: string): JobRequest =>
  occasion(destinationChangedNotice, id, { service: 'partner' });
