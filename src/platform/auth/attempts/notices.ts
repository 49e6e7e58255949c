import type { JobRequest } from '../../jobs/index.ts';
import { occasion, type NoticeKind } from '../../notices/index.ts';
import { findHolders } from '../accountable/index.ts';
import type { ServiceName } from '../scopes.ts';
import { selectPerson } from './store.ts';

/** Somebody who has never signed in from there has tried so often that every further attempt has to wait. */
export const lockNotice: NoticeKind = {
  name: 'sign-in.locked',
  summary: 'A sign-in is locked after failed attempts.',
  services: ['trading', 'partner'],
  texts: {
    en: {
      title: 'A sign-in is locked after failed attempts',
      short:
        'Somebody has tried wrong passwords again and again, from where nobody has signed in before. Whether it was you or not, change the password if others may know it.',
      full: 'Somebody has tried wrong passwords for {person} again and again, from where nobody has signed in before. Whether it was you or not, change the password if others may know it.',
    },
    de: {
      title: 'Eine Anmeldung ist nach Fehlversuchen gesperrt',
      short:
        'Jemand hat immer wieder falsche Passwörter versucht, von einem Ort, von dem sich noch niemand angemeldet hat. Ob Sie es waren oder nicht: ändern Sie das Passwort, wenn andere es kennen könnten.',
      full: 'Jemand hat für {person} immer wieder falsche Passwörter versucht, von einem Ort, von dem sich noch niemand angemeldet hat. Ob Sie es waren oder nicht: ändern Sie das Passwort, wenn andere es kennen könnten.',
    },
  },
  async find(context, subject, among) {
    const [service = '', id = ''] = subject.split('/');
    const row = await selectPerson(context.db, context.actor.tenant, id).executeTakeFirst();
    if (!row) return undefined;
    const { name } = row;
    const admins = await findHolders(context, { grant: `${service}:admin`, among, notBy: [] });
    const isAsked = among === undefined || among.includes(name);
    return {
      people: [...new Set([...(isAsked ? [name] : []), ...admins])],
      facts: { person: name },
      path: () => '/console/security',
    };
  },
};

/** At most one a day for each person, however many places an attacker has. */
export const lockOccasion = (service: ServiceName, credentialId: string, at: Date): JobRequest =>
  occasion(lockNotice, `${service}/${credentialId}/${at.toISOString().slice(0, 10)}`, { service });
