import { formatList, formatTime, plural, type Translation } from '../text/index.ts';
import type { texts as english } from './texts.ts';

const METHODS: Readonly<Record<string, string>> = { password: 'Passwort', passkey: 'Passkey', app: 'App' };

export const texts: Translation<typeof english> = {
  or: 'oder',
  loading: 'Wird geladen',
  showPassword: 'Passwort anzeigen',
  remove: 'Entfernen',
  app: {
    title: 'Authenticator-App',
    about: 'Ein Code, der alle 30 Sekunden wechselt.',
    none: 'Sie haben keine.',
    has: (codes) =>
      `Eine App erzeugt Codes für Sie. ${plural(codes, 'Wiederherstellungscode ist', 'Wiederherstellungscodes sind')} übrig.`,
    add: 'App hinzufügen',
    replace: 'App ersetzen',
    remove: 'App entfernen',
    confirm: 'App bestätigen',
    code: 'Code, den die App zeigt',
    qrCode: 'QR-Code für die Authenticator-App',
    secret: 'Geheimnis',
    renewCodes: {
      label: 'Neue Wiederherstellungscodes',
      question: 'Die Codes, die Sie jetzt haben, gelten dann nicht mehr.',
      confirm: 'Neue Codes erzeugen',
    },
    codes: 'Wiederherstellungscodes',
    aboutCodes:
      'Mit jedem können Sie sich einmal anmelden, wenn Ihre App verloren ist. Sie werden nicht wieder angezeigt, also bewahren Sie sie sicher auf. Alle Codes, die Sie vorher hatten, gelten nicht mehr.',
    copiedCodes: 'Wiederherstellungscodes',
  },
  display: {
    title: 'Sprache und Zeitzone',
    about:
      'Der Konsole, in jedem Browser. Dateien und die API haben immer UTC-Zeiten und einen Dezimalpunkt.',
    language: 'Sprache',
    ofBrowser: 'Wie vom Browser gewünscht',
    languages: { en: 'English', de: 'Deutsch' },
    zone: 'Zeitzone',
    zoneOfBrowser: (zone) => `${zone}, wie dieser Browser`,
    noZone: 'Keine Zeitzone heißt so.',
    save: 'Sprache und Zeitzone speichern',
  },
  invitation: {
    welcome: 'Willkommen',
    about: (login, roles, expiresAt) =>
      `Sie sind ${login}${roles.length === 0 ? '' : `: ${formatList(roles)}`}. Diese Einladung gilt bis ${formatTime(expiresAt)}.`,
    invalid: 'Diese Einladung gilt nicht',
    whyInvalid: 'Sie wurde schon benutzt oder ist abgelaufen. Bitten Sie Ihren Administrator um eine neue.',
    signIn: 'Anmelden, falls Sie sie schon angenommen haben',
    createPasskey: 'Passkey anlegen',
    whyPasskey:
      'Mit einem Passkey melden Sie sich per Fingerabdruck, Gesicht oder PIN an und bestätigen Zahlungen. Eine gefälschte Seite kann ihn nicht stehlen.',
    choosePassword: 'Passwort wählen',
    passwordHint: 'Mindestens 12 Zeichen: mehrere Wörter ohne Zusammenhang sind gut.',
    byPassword: 'Passwort verwenden',
  },
  notices: {
    title: 'Nachrichten',
    about:
      'Nachrichten darüber, was auf Sie wartet. Eine Nachricht entscheidet nie etwas: sie führt hierher.',
    noMail:
      'Diese Installation versendet noch keine E-Mails. Ein Administrator setzt mail.host und mail.from; siehe docs/notices.md.',
    address: 'E-Mail-Adresse',
    sendLink: 'Link dorthin senden',
    state: (email) => {
      if (email.disabledAt !== null)
        return `Nicht verwendet seit ${formatTime(email.disabledAt)}: ${email.disabledBecause ?? ''}`;
      return email.confirmedAt === null
        ? 'Öffnen Sie den Link, der dorthin gesendet wurde. Vorher wird nichts anderes gesendet.'
        : `Bestätigt ${formatTime(email.confirmedAt)}`;
    },
    chat: {
      save: 'Diesen Chat verwenden',
      about:
        'Wer diese URL hat, kann in den Chat schreiben: sie wird verschlüsselt gespeichert und nie wieder angezeigt.',
    },
    devices: {
      add: 'Nachrichten in diesem Browser erhalten',
      about:
        'Sie kommen auch, wenn die Konsole geschlossen ist, bis Sie sich hier abmelden. Installieren Sie die Konsole, um sie bei Ihren Apps zu haben.',
      impossible:
        'Dieser Browser nimmt keine Nachrichten an. Auf einem iPhone oder iPad legen Sie die Konsole zuerst auf den Home-Bildschirm und öffnen sie dort.',
      refused:
        'Der Browser erlaubt keine Nachrichten dieser Seite. Erlauben Sie sie in seinen Einstellungen.',
      this: (name) => `${name} (dieser Browser)`,
      state: (device) => {
        if (device.failingSince !== null)
          return `Nimmt seit ${formatTime(device.failingSince)} keine Nachrichten an: ${device.lastError ?? ''}`;
        return device.lastSentAt === null
          ? 'Noch keine Nachricht.'
          : `Hat zuletzt eine Nachricht angenommen: ${formatTime(device.lastSentAt)}`;
      },
    },
    compulsory: 'Ein Administrator hat festgelegt, dass alle sie erhalten.',
    quietFrom: (timeZone) => `Ruhe von (${timeZone})`,
    quietUntil: (timeZone) => `Ruhe bis (${timeZone})`,
    saveQuiet: 'Ruhezeiten speichern',
    quietAbout:
      'Was in der Ruhezeit anfällt, wird an deren Ende gesendet. Die Zeiten gelten in Ihrer Zeitzone, die Sie oben wählen. Lassen Sie beides leer für keine Ruhezeit.',
    quietElsewhere: (kept, timeZone) =>
      `Sie wurden als ${kept.from} bis ${kept.until} in ${kept.timeZone} gespeichert und bleiben so, bis Sie die Zeiten in ${timeZone} speichern.`,
    confirmTitle: 'Adresse bestätigen',
    confirmAbout: 'Sie erhalten dort Nachrichten, sobald Sie sie bestätigt haben.',
    confirm: 'Die Adresse bestätigen',
  },
  password: {
    title: 'Passwort',
    about: 'Eine Änderung beendet alle Ihre Sitzungen.',
    current: 'Aktuelles Passwort',
    showCurrent: 'Aktuelles Passwort anzeigen',
    new: 'Neues Passwort',
    showNew: 'Neues Passwort anzeigen',
    change: 'Passwort ändern',
  },
  passkeys: {
    title: 'Passkeys',
    about: 'Anmelden und bestätigen per Fingerabdruck, Gesicht oder PIN eines Geräts.',
    none: 'Sie haben noch keinen. Freigaben brauchen einen Passkey oder eine Authenticator-App.',
    add: 'Passkey hinzufügen',
    history: (createdAt, lastUsedAt) =>
      `Hinzugefügt ${formatTime(createdAt)}, ${lastUsedAt === null ? 'noch nicht benutzt' : `zuletzt benutzt ${formatTime(lastUsedAt)}`}`,
  },
  security: {
    title: 'Sicherheit',
    about:
      'Wie Sie sich anmelden und Zahlungen bestätigen. Änderungen brauchen einen Faktor, den Sie schon haben.',
  },
  sessions: {
    title: 'Sitzungen',
    about: 'Wo Sie angemeldet sind.',
    current: 'Diese Sitzung',
    other: (ip, method) => `${ip}, angemeldet mit ${METHODS[method] ?? method}`,
    seen: (browser, at) => `${browser}. Zuletzt gesehen ${formatTime(at)}`,
    end: 'Beenden',
    endOthers: 'Alle anderen beenden',
  },
  signIn: {
    title: 'Anmelden',
    login: 'Benutzername',
    password: 'Passwort',
    code: 'Einmalcode',
    codeHint: 'Aus Ihrer Authenticator-App, oder ein Wiederherstellungscode.',
    byPasskey: 'Mit Passkey anmelden',
    api: 'Für Programme: die API',
  },
};
