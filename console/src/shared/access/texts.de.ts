import type { Translation } from '../text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  waits: (account) =>
    `Die Änderung an ${account} wartet auf einen anderen Admin, der sie im Posteingang findet.`,
  actions: {
    'person.invite': 'Person einladen',
    'person.reset': 'Person zurücksetzen',
    'credential.change-roles': 'Rollen ändern',
    'credential.create': 'Client anlegen',
    'credential.change-scopes': 'Berechtigungen ändern',
    'credential.rotate': 'Geheimnis ersetzen',
  },
  source: {
    what: 'Zugriffsänderung',
    all: 'Alle Zugriffsänderungen',
    about: (change, account) => `${change}: ${account}`,
  },
};
