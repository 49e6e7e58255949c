import type { WebhookDelivery } from '@quaestor/sdk';
import { formatTime, plural, type Translation } from '../text/index.ts';
import type { texts as english } from './texts.ts';

const states: Readonly<Record<WebhookDelivery['state'], string>> = {
  PENDING: 'Ausstehend',
  DELIVERED: 'Zugestellt',
  PARKED: 'Zurückgestellt',
};

export const texts: Translation<typeof english> = {
  list: {
    title: 'Webhooks',
    description: 'Signierte Nachrichten an Ihre eigenen Systeme, mindestens einmal und in Reihenfolge.',
    create: 'Neuer Webhook',
    empty: {
      title: 'Noch kein Webhook',
      text: 'Ein Webhook sendet jedes Ereignis an eine Ihrer URLs, signiert, damit Sie die Herkunft prüfen können. Was nicht empfangen wird, wird erneut gesendet.',
    },
  },
  columns: { url: 'URL', state: 'Zustand', events: 'Ereignisse', created: 'Angelegt' },
  active: 'Aktiv',
  paused: 'Angehalten',
  eventCount: (count) => plural(count, 'Ereignis', 'Ereignisse'),
  form: {
    url: 'URL',
    urlHint: 'Empfängt Ereignisse per POST. Sie muss eine öffentliche Adresse haben.',
    events: 'Ereignisse',
    giveUrl: 'Geben Sie eine Adresse an, die mit https:// oder http:// beginnt.',
    giveEvents: 'Wählen Sie mindestens ein Ereignis.',
  },
  create: {
    title: 'Neuer Webhook',
    description: 'Quaestor signiert jede Nachricht mit einem Geheimnis, das nur Sie und Quaestor kennen.',
    submit: 'Webhook anlegen',
    created: (url) => `${url} ist angelegt und erhält ab jetzt Ereignisse.`,
  },
  secret: {
    title: 'Das Geheimnis wird nur jetzt angezeigt',
    about:
      'Bewahren Sie es dort auf, wo Ihr Empfänger Signaturen prüft, etwa mit verifyWebhook von @quaestor/sdk.',
    what: 'Geheimnis',
  },
  detail: {
    title: 'Webhook',
    id: 'ID',
    facts: 'Einstellungen',
    state: 'Zustand',
    events: 'Ereignisse',
    created: 'Angelegt',
    previousSecret: 'Voriges Geheimnis',
    signsUntil: (at) => `Signiert auch noch bis ${formatTime(at)}`,
    save: 'Speichern',
    changed: (url) => `${url} ist gespeichert.`,
    pause: 'Anhalten',
    resume: 'Fortsetzen',
    paused: (url) => `${url} ist angehalten. Die Ereignisse warten.`,
    resumed: (url) => `${url} ist fortgesetzt. Was wartete, wird jetzt gesendet.`,
    removed: (url) => `${url} ist gelöscht.`,
    showWaiting: 'Wartendes anzeigen',
    pausedNote:
      'Ereignisse warten, höchstens 30 Tage. Wenn Sie fortsetzen, werden sie in Reihenfolge gesendet.',
    test: 'Test senden',
    tested: (status) => `Der Test wurde empfangen und mit ${status ?? ''} beantwortet.`,
    untested: (error) => `Der Test wurde nicht empfangen: ${error}`,
    rotate: {
      label: 'Geheimnis wechseln',
      question: 'Neues Geheimnis erzeugen? Das alte signiert noch 24 Stunden mit.',
      confirm: 'Wechseln',
    },
    remove: {
      label: 'Löschen',
      question: 'Löschen? Ausstehende Nachrichten werden nicht gesendet.',
      confirm: 'Webhook löschen',
    },
  },
  history: {
    title: 'Empfangen und fehlgeschlagen',
    description:
      'Nach der Zeit der Ereignisse, in UTC. Die Linie zeigt, was empfangen wurde, die Striche zeigen fehlgeschlagene Versuche.',
    units: { day: '30 Tage', hour: '48 Stunden' },
    unit: 'Gezeigte Zeit',
    label: {
      day: 'Empfangene Nachrichten und fehlgeschlagene Versuche, nach Tag',
      hour: 'Empfangene Nachrichten und fehlgeschlagene Versuche, nach Stunde',
    },
    none: 'Kein Ereignis in dieser Zeit.',
    table: 'Zahlen anzeigen',
    columns: {
      from: { day: 'Tag', hour: 'Stunde' },
      delivered: 'Empfangen',
      failed: 'Fehlgeschlagene Versuche',
      pending: 'Ausstehend',
      parked: 'Zurückgestellt',
    },
  },
  deliveries: {
    title: 'Zustellungen',
    description: '30 Tage aufbewahrt.',
    filter: 'Zustand der Zustellungen',
    all: 'Alle',
    states,
    none: 'Noch nichts wurde gesendet. Ereignisse erscheinen hier, sobald sie geschehen.',
    ofType: 'Ereignis der Zustellungen',
    anyType: 'Jedes Ereignis',
    noneOf: 'Keine Zustellung gefunden.',
    columns: {
      state: 'Zustand',
      type: 'Ereignis',
      resource: 'Zu',
      attempts: 'Versuche',
      answer: 'Antwort',
      created: 'Angelegt',
    },
    noAnswer: '–',
  },
  delivery: {
    title: 'Zustellung',
    message: 'Nachricht',
    messageId: 'Nachrichten-ID',
    next: 'Nächster Versuch',
    last: 'Letzter Versuch',
    error: 'Fehler',
    sent: 'Gesendet',
    answered: (status) => `Beantwortet mit ${status}`,
    noAnswer: 'Noch keine Antwort',
    emptyBody: 'Der Inhalt war leer.',
    retry: 'Noch einmal senden',
    sentAgain: (type) => `${type} wird noch einmal gesendet.`,
    show: 'Zustellung anzeigen',
    parkedNote:
      'Nach 100 Versuchen nicht empfangen. Die Nachricht wird nur noch einmal gesendet, wenn Sie es verlangen.',
  },
};
