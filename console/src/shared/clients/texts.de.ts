import { plural, type Translation } from '../text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  list: {
    title: 'Clients',
    description: 'Programme, die die API mit einem eigenen Geheimnis aufrufen.',
    create: 'Neuer Client',
    empty: {
      title: 'Noch kein Client',
      text: 'Ein Client ist ein Programm mit Name, Geheimnis und den nötigen Berechtigungen. Er gehört der Person, die ihn anlegt.',
    },
    unmatched: {
      title: 'Kein Client gefunden',
      text: 'Suchen Sie nach einem Teil eines Namens, Eigentümers oder einer Berechtigung.',
    },
  },
  columns: {
    name: 'Bezeichnung',
    owner: 'Eigentümer',
    scopes: 'Berechtigungen',
    state: 'Zustand',
    created: 'Angelegt',
  },
  scopes: (count) => plural(count, 'Berechtigung', 'Berechtigungen'),
  active: 'Aktiv',
  revoked: 'Widerrufen',
  noOwner: 'Keiner',
  field: 'Berechtigungen',
  create: {
    title: 'Neuer Client',
    about:
      'Er gehört Ihnen: Wo zwei Personen zustimmen müssen, zählen Sie und Ihr Client als eine. Berechtigungen, die Geld bewegen, abstimmen, entscheiden oder personenbezogene Daten lesen, bestätigt zuerst ein anderer Admin.',
    name: 'Bezeichnung',
    aboutName: 'Etwa treasury-bot. Es ist die Client-ID bei /oauth/token.',
    required: 'Geben Sie eine Bezeichnung an.',
    submit: 'Client anlegen',
  },
  secret: {
    title: (name) => `Geheimnis von ${name}`,
    about:
      'Bewahren Sie es dort auf, wo das Programm seine Geheimnisse liest. Es wird nicht wieder angezeigt; ein neues kann erzeugt werden.',
    waits:
      'Bewahren Sie es dort auf, wo das Programm seine Geheimnisse liest. Es gilt, sobald ein anderer Admin es im Posteingang bestätigt hat, und wird nicht wieder angezeigt.',
    what: 'Geheimnis',
  },
  detail: {
    changed: (name) => `${name} hat die neuen Berechtigungen.`,
    revoked: (name) => `${name} ist widerrufen.`,
    facts: {
      state: 'Zustand',
      owner: 'Eigentümer',
      scopes: 'Berechtigungen',
      created: 'Angelegt',
      rotated: 'Geheimnis ersetzt',
    },
    save: 'Berechtigungen speichern',
    aboutSave: 'Eine Änderung der Berechtigungen beendet seine Tokens. Sein Geheimnis bleibt gültig.',
    foreign: (scopes) =>
      `Er hat auch Berechtigungen des anderen Dienstes: ${scopes}. Ändern Sie sie an der Kommandozeile.`,
    secret: 'Geheimnis',
    aboutRotate: 'Das alte Geheimnis und seine Tokens enden, wenn das neue gilt.',
    rotate: 'Geheimnis ersetzen',
    aboutRevoke: 'Das Programm erhält nie wieder ein Token.',
    revoke: 'Widerrufen',
  },
};
