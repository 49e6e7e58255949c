import type { ListedPerson } from '@quaestor/sdk';
import { formatList, formatTime, type Translation } from '../text/index.ts';
import type { texts as english } from './texts.ts';

const FACTORS: Readonly<Record<ListedPerson['factors'][number], string>> = {
  password: 'Passwort',
  passkey: 'Passkey',
  app: 'Authenticator-App',
};

const METHODS: Readonly<Record<string, string>> = FACTORS;

export const texts: Translation<typeof english> = {
  list: {
    title: 'Personen',
    description: 'Wer sich anmelden kann, und was jede Person darf.',
    create: 'Person einladen',
    empty: {
      title: 'Noch keine Personen',
      text: 'Laden Sie eine Person mit einem Link ein, der einmal gilt. Sie wählt selbst einen Passkey oder ein Passwort.',
    },
    unmatched: {
      title: 'Niemand gefunden',
      text: 'Suchen Sie nach einem Teil eines Benutzernamens oder einer Rolle.',
    },
  },
  columns: {
    login: 'Benutzername',
    roles: 'Rollen',
    state: 'Zustand',
    factors: 'Meldet sich an mit',
    lastSignIn: 'Letzte Anmeldung',
    created: 'Angelegt',
  },
  factorsOf: (factors) =>
    factors.length === 0 ? 'Noch nichts' : formatList(factors.map((factor) => FACTORS[factor])),
  unknown: '–',
  states: {
    active: 'Aktiv',
    invited: (until) => `Eingeladen bis ${formatTime(until)}`,
    revoked: 'Widerrufen',
  },
  noRoles: 'Keine Rollen',
  ofPartner: (uid) => `Partner ${uid}`,
  roles: 'Rollen',
  invite: {
    title: 'Person einladen',
    about:
      'Sie erhalten einen Link, der einmal gilt. Geben Sie ihn der Person auf einem Weg, dem Sie vertrauen. Rollen, die Geld bewegen, abstimmen, entscheiden oder personenbezogene Daten lesen, bestätigt zuerst ein anderer Admin.',
    login: 'Benutzername',
    aboutLogin: 'Etwa die E-Mail-Adresse.',
    required: 'Geben Sie einen Benutzernamen an.',
    partner: 'Partner',
    aboutPartner: 'Wessen Daten die Person sieht. Leer für Personen, die das Partnerprogramm betreiben.',
    submit: 'Einladung anlegen',
  },
  invited: {
    title: (login) => `Einladung für ${login}`,
    about: (expiresAt) =>
      `Geben Sie der Person diesen Link. Er gilt einmal, bis ${formatTime(expiresAt)}, und wird nicht wieder angezeigt.`,
    waits:
      'Geben Sie der Person diesen Link. Er gilt, sobald ein anderer Admin ihn im Posteingang bestätigt hat, und wird nicht wieder angezeigt.',
    link: 'Link',
  },
  detail: {
    facts: {
      state: 'Zustand',
      factors: 'Meldet sich an mit',
      lastSignIn: 'Letzte Anmeldung',
      created: 'Angelegt',
      partner: 'Partner',
    },
    changed: (login) => `${login} hat die neuen Rollen.`,
    ended: (login) => `Alle Sitzungen von ${login} sind beendet.`,
    revoked: (login) => `${login} ist widerrufen.`,
    save: 'Rollen speichern',
    aboutSave: 'Eine Änderung der Rollen beendet die Sitzungen der Person.',
    self: 'Das sind Sie. Ein anderer Admin kann Ihre Rollen ändern, Sie zurücksetzen oder widerrufen.',
    foreign: (roles) =>
      `Diese Person hat auch Rollen des anderen Dienstes: ${roles}. Ändern Sie die Rollen an der Kommandozeile.`,
    sessions: 'Sitzungen',
    noSessions: 'Nicht angemeldet.',
    session: (ip, method) => `${ip}, angemeldet mit ${METHODS[method] ?? method}`,
    seen: (browser, at) => `${browser}. Zuletzt gesehen ${formatTime(at)}`,
    endSessions: 'Alle Sitzungen beenden',
    recovery: 'Wiederherstellung',
    aboutReset: 'Entfernt Passwort, Passkeys, App und Sitzungen und gibt eine neue Einladung.',
    reset: 'Zurücksetzen',
    aboutRevoke: 'Die Person kann sich unter diesem Benutzernamen nie wieder anmelden.',
    revoke: 'Widerrufen',
  },
};
