import type { Translation } from '../text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  showRecord: 'Aufzeichnung anzeigen',
  hideRecord: 'Aufzeichnung ausblenden',
  steps: {
    nothing: 'nichts',
    noRoles: 'keine Rollen',
    member: (name, value) => `${name}: ${value}`,
    fromTo: (before, after) => `Von ${before} → zu ${after}.`,
    create: (name) => `Den Client ${name} anlegen.`,
    may: (scopes) => `Er darf ${scopes} benutzen.`,
    owner: (owner) => `${owner} ist dafür verantwortlich.`,
    secretOnce: 'Sein Geheimnis wird einmal angezeigt.',
    changeScopes: (name) => `Ändern, was der Client ${name} darf.`,
    tokensEnd: 'Seine jetzigen Tokens enden sofort.',
    changeRoles: (name) => `Die Rollen von ${name} ändern.`,
    sessionsEnd: 'Die Sitzungen der Person enden sofort.',
    rotate: (name) => `Das Geheimnis von ${name} ersetzen.`,
    rotated: 'Das alte Geheimnis und seine Tokens enden sofort. Das neue Geheimnis wird einmal angezeigt.',
    revoke: (name) => `${name} widerrufen.`,
    revoked: 'Es kann nie wieder benutzt werden.',
    invite: (login) => `${login} einladen.`,
    actsFor: (partner) => `Die Person handelt für den Partner ${partner} und sieht, was ihm gehört.`,
    as: (roles) => `Mit ${roles}.`,
    invited: 'Der Link gilt einmal und wird einmal angezeigt.',
    reset: (login) => `${login} zurücksetzen.`,
    wasReset: 'Passwort, Passkeys, App und Sitzungen der Person enden, und eine neue Einladung entsteht.',
    powers: (powers) => `Damit verbunden ist das Recht auf ${powers}.`,
    proposedBy: (login) => `Vorgeschlagen von ${login}.`,
    addFactor: (kind) =>
      kind === 'app'
        ? 'Ihrem Konto eine Authenticator-App hinzufügen.'
        : `Ihrem Konto einen Faktor hinzufügen: ${kind}.`,
    factorAdded: 'Danach können Sie sich damit anmelden und Schritte bestätigen.',
    removeApp: 'Die Authenticator-App aus Ihrem Konto entfernen.',
    removePasskey: 'Einen Passkey aus Ihrem Konto entfernen.',
    factorRemoved: 'Sie können sich damit nicht mehr anmelden und keine Schritte mehr bestätigen.',
    renewCodes: 'Neue Wiederherstellungscodes erzeugen.',
    codesRenewed: 'Die alten Codes gelten nicht mehr.',
  },
  stillSignedIn: {
    title: 'Sie sind noch angemeldet',
    about:
      'Der Server hat nicht geantwortet, Ihre Sitzung hier läuft also weiter. Melden Sie sich noch einmal ab, sobald er antwortet.',
  },
  missing: {
    title: 'Diese Seite gibt es nicht',
    about: 'Die Adresse ist vielleicht unvollständig oder aus einer anderen Version der Konsole.',
    overview: 'Zur Übersicht',
  },
};
