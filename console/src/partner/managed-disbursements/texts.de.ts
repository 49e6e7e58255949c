import { formatDay, formatInteger, plural, type Translation } from '../../shared/text/index.ts';
import { texts as own } from '../disbursements/texts.de.ts';
import type { texts as english } from './texts.ts';

const { statuses, destinationStatuses, together } = own;

const codes = (reasons: unknown): string => (Array.isArray(reasons) ? reasons.map(String).join(', ') : '');

const accounts =
  (one: string, many: string) =>
  (count: number): string =>
    `${plural(count, `Konto ${one}`, `Konten ${many}`)}.`;

export const texts: Translation<typeof english> = {
  views: {
    label: 'Teile der Ausschüttungen',
    queue: 'Warteschlange',
    runs: 'Läufe',
    destinations: 'Zielkonten',
    files: 'Dateien',
    answers: 'Antworten',
    blocks: 'Sperren',
  },
  queue: {
    title: 'Ausschüttungen',
    description: 'Geld von den Konten der Partner an ihre Banken. Was auf Freigabe wartet, steht zuerst.',
    empty: {
      title: 'Nichts wartet auf Freigabe',
      text: 'Partner fordern Geld auf ihrer Seite der Ausschüttungen an.',
    },
    unmatched: { title: 'Keine ist in diesem Zustand', text: 'Wählen Sie oben einen anderen Zustand.' },
    status: 'Zustand',
    all: 'Jeder Zustand',
    statuses,
    columns: {
      number: 'Nummer',
      partner: 'Partner',
      amount: 'Betrag',
      destination: 'Zielkonto',
      before: 'Früher bezahlt',
      by: 'Angefordert von',
      at: 'Angefordert',
      status: 'Zustand',
    },
    noDestination: 'Keines ist bestätigt',
    before: (count) => ['Nie', 'Einmal'][count] ?? `${formatInteger(count)}-mal`,
    name: (number, partner, amount) => `Ausschüttung ${number} von ${partner}, ${amount}`,
    selected: together,
    approved: (count) =>
      `${plural(count, 'Ausschüttung', 'Ausschüttungen')} freigegeben, für die nächste Datei an die Bank.`,
    cancelled: (number) => `Ausschüttung ${number} ist abgebrochen.`,
    selectAll: 'Alle gezeigten auswählen',
    selectNone: 'Keine auswählen',
    approveAll: (count) => (count === 1 ? 'Freigeben' : `Alle ${count} freigeben`),
    sum: (amount, currency) => `${amount} ${currency}`,
  },
  one: {
    title: (number) => `Ausschüttung ${number}`,
    missing: { title: 'Diese Ausschüttung gibt es nicht', text: 'Prüfen Sie die Nummer in der Adresse.' },
    facts: {
      amount: 'Betrag',
      status: 'Zustand',
      partner: 'Partner',
      account: 'Konto',
      name: 'Geht an',
      to: 'Konto dort',
      before: 'Früher an dieses Zielkonto bezahlt',
      file: 'Datei',
      returned: 'Zurückgekommen',
      documents: 'Belege',
    },
    timeline: 'Verlauf',
    approve: 'Freigeben',
    cancel: 'Abbrechen',
    aboutCancel: 'Der Partner sieht es.',
    confirmCancel: 'Ausschüttung abbrechen',
    aboutReview: (by) =>
      `Das hat ${by} erfasst. Noch niemand sonst hat es geprüft: Vergleichen Sie es mit den Angaben der Bank.`,
    review: 'Als geprüft vermerken',
    reviewed: (number) => `Ausschüttung ${number} ist geprüft.`,
    ownOutcome:
      'Das haben Sie erfasst. Bis ein anderer Manager es geprüft hat, können Sie keine Ausschüttungen dieses Kontos freigeben.',
  },
  runs: {
    title: 'Läufe',
    description:
      'Ein Lauf fordert alles an, was auf jedem Konto verfügbar ist. Ein anderer Manager gibt ihn frei.',
    preview: {
      title: 'Der nächste Lauf',
      description: 'Was ein Lauf jetzt anfordern würde.',
      nothing: 'Kein Konto hat genug, das jetzt ausgeschüttet werden kann.',
      found: (count, sums) => `${together(count, sums)}.`,
    },
    leftOut: 'Ausgelassen',
    leftOutBy: {
      nothing_available: accounts('hat nichts verfügbar', 'haben nichts verfügbar'),
      currency: accounts(
        'hat eine Währung, die keine Bank zahlt',
        'haben eine Währung, die keine Bank zahlt',
      ),
      no_destination: accounts('hat kein bestätigtes Zielkonto', 'haben kein bestätigtes Zielkonto'),
      cooling_off: accounts(
        'hat ein neues Zielkonto, das noch nicht gilt',
        'haben neue Zielkonten, die noch nicht gelten',
      ),
      suspended: accounts('gehört einem ausgesetzten Partner', 'gehören ausgesetzten Partnern'),
      blocked: accounts('gehört einem gesperrten Partner', 'gehören gesperrten Partnern'),
      document_missing: accounts(
        'gehört einem Partner, der die Vereinbarung über Belege nicht angenommen hat',
        'gehören Partnern, die die Vereinbarung über Belege nicht angenommen haben',
      ),
      debt: accounts('hat eine Schuld', 'haben eine Schuld'),
      minimum: accounts(
        'hat weniger als den Mindestbetrag seiner Währung',
        'haben weniger als den Mindestbetrag ihrer Währung',
      ),
    },
    request: 'Lauf anfordern',
    ask: (count, sums) => `${together(count, sums)} anfordern? Das Geld wird sofort reserviert.`,
    confirm: 'Anfordern',
    decline: 'Nicht jetzt',
    requested: (number, count, sums) =>
      count === 0
        ? `Lauf ${number} fand nichts anzufordern.`
        : `Lauf ${number} ist angefordert: ${together(count, sums)}. Ein anderer Manager gibt ihn frei.`,
    made: { title: 'Bisherige Läufe', description: 'Neueste zuerst.', none: 'Es gab noch keinen Lauf.' },
    columns: {
      number: 'Lauf',
      lines: 'Ausschüttungen',
      totals: 'Zusammen',
      by: 'Angefordert von',
      at: 'Angefordert',
    },
    by: ({ due_on, requested_by }) =>
      due_on === null ? requested_by : `Der Zeitplan, für den ${formatDay(due_on)}`,
    opened: (number) => `Lauf ${number}`,
    missing: { title: 'Diesen Lauf gibt es nicht', text: 'Prüfen Sie die Nummer in der Adresse.' },
    waiting: {
      title: 'Warten auf Freigabe',
      none: 'Nichts aus diesem Lauf wartet auf Freigabe.',
    },
    own: 'Sie haben ihn angefordert. Ein anderer Manager gibt ihn frei.',
    approve: 'Lauf freigeben',
    approved: (count, sums) => `Freigegeben: ${together(count, sums)}.`,
    left: (count) => `${plural(count, 'Ausschüttung wurde', 'Ausschüttungen wurden')} nicht freigegeben`,
    leftOne: (number, why) => `Ausschüttung ${number}: ${why}`,
    leftBy: {
      currency: 'keine Bank zahlt diese Währung.',
      no_destination: 'das Konto hat kein bestätigtes Zielkonto.',
      cooling_off: 'das Zielkonto ist neu und gilt noch nicht.',
      suspended: 'der Partner ist ausgesetzt.',
      blocked: 'der Partner ist gesperrt.',
      document_missing: 'der Partner hat die Vereinbarung über Belege nicht angenommen.',
      debt: 'das Konto hat eine Schuld.',
      balance: 'das Guthaben fiel unter den reservierten Betrag.',
      own_destination:
        'Sie gelten als die Person, die das Zielkonto gespeichert hat. Ein anderer Manager gibt sie frei.',
      own_outcome:
        'Sie haben erfasst, dass eine Zahlung des Kontos fehlschlug oder zurückkam. Ein anderer Manager prüft das oder gibt diese frei.',
    },
    leftOthers: (count) => `Und ${plural(count, 'weitere', 'weitere')}.`,
  },
  settle: {
    label: 'Ergebnis erfassen',
    outcome: 'Was die Bank zeigt',
    outcomes: {
      PAID: 'Sie ist bezahlt',
      FAILED: 'Sie wurde abgelehnt, und kein Geld ging ab',
      RETURNED: 'Sie wurde bezahlt und kam zurück',
    },
    returned: 'Was zurückkam',
    aboutReturned: 'Weniger als der Betrag, wenn eine Bank eine Gebühr behielt.',
    reason: 'Grund',
    aboutReason: 'Der Partner sieht ihn.',
    follows: {
      PAID: 'Das Geld geht vom Guthaben des Partners ab.',
      FAILED:
        'Das Geld ist für den Partner wieder verfügbar, und das Zielkonto wird deaktiviert. Eine andere Person prüft das, bevor Sie anderes aus diesem Konto freigeben.',
      RETURNED:
        'Was zurückkam, ist für den Partner wieder verfügbar, und das Zielkonto wird deaktiviert. Eine andere Person prüft das, bevor Sie anderes aus diesem Konto freigeben.',
    },
    submit: 'Erfassen',
    discard: 'Verwerfen',
    done: {
      PAID: (number) => `Ausschüttung ${number} ist bezahlt.`,
      FAILED: (number) => `Ausschüttung ${number} ist fehlgeschlagen.`,
      RETURNED: (number) => `Ausschüttung ${number} kam zurück.`,
    },
  },
  documents: {
    title: 'Rechnungen und Stornorechnungen',
    description: 'Im Namen der Partner ausgestellt, wenn eine Datei versiegelt wird. Neueste zuerst.',
    none: 'Noch keine.',
    partner: 'Partner',
  },
  destinations: {
    title: 'Zielkonten',
    description:
      'Wohin das Geld der Partner geht. Es geht nur an Zielkonten, die eine zweite Person bestätigt hat.',
    empty: {
      title: 'Kein Zielkonto wartet',
      text: 'Partner speichern auf ihrer Seite der Ausschüttungen, wohin ihr Geld geht.',
    },
    unmatched: { title: 'Keines ist in diesem Zustand', text: 'Wählen Sie oben einen anderen Zustand.' },
    confirmed: (name) => `Das Bankkonto von ${name} ist bestätigt.`,
    refused: (name) => `Das Bankkonto von ${name} ist abgelehnt.`,
    status: 'Zustand',
    all: 'Jeder Zustand',
    statuses: destinationStatuses,
    columns: {
      name: 'Name',
      to: 'Konto dort',
      partner: 'Partner',
      account: 'Konto',
      status: 'Zustand',
      at: 'Gespeichert',
    },
    opened: 'Zielkonto',
    missing: { title: 'Es ist nicht in dieser Liste', text: 'Wählen Sie jeden Zustand, um es zu finden.' },
    partner: 'Partner',
    account: 'Konto',
    savedBy: 'Gespeichert von',
    decidedBy: 'Entschieden von',
    about:
      'Vergleichen Sie Name und Konto mit dem, was Sie über den Partner wissen, nicht mit einer Nachricht von ihm.',
    confirm: 'Bestätigen',
    refuse: 'Ablehnen',
    aboutRefuse: 'Der Partner sieht es.',
    confirmRefuse: 'Zielkonto ablehnen',
  },
  files: {
    title: 'Dateien',
    description: 'Freigegebene Ausschüttungen als Dateien für Banken. Ihr Inhalt ändert sich nie.',
    empty: {
      title: 'Noch keine Datei',
      text: 'Geben Sie Ausschüttungen frei und versiegeln Sie sie dann in eine Datei für eine Bank.',
    },
    columns: {
      number: 'Datei',
      bank: 'Bank',
      date: 'Ausführung',
      lines: 'Zahlungen',
      total: 'Summe',
      state: 'Zustand',
      by: 'Versiegelt von',
      at: 'Versiegelt',
    },
    states: { sealed: 'Versiegelt', fetched: 'Abgeholt', unsealed: 'Siegel aufgehoben' },
    bank: 'Bank',
    bankOption: (code, currency, iban) => `${code}: ${currency}, ${iban}`,
    noBank: 'Die Konfiguration hat keine Bank. Fügen Sie disbursements.banks Bankprofile hinzu.',
    seal: 'Datei versiegeln',
    sealed: (number, lines, total, currency) =>
      `Datei ${number} ist versiegelt: ${plural(lines, 'Zahlung', 'Zahlungen')}, ${total} ${currency}.`,
    leftOut: (count) => `${plural(count, 'Ausschüttung ist', 'Ausschüttungen sind')} nicht darin:`,
    leftOutOne: (number, reason) => `Ausschüttung ${number}: ${reason}`,
    opened: (number) => `Datei ${number}`,
    missing: { title: 'Diese Datei gibt es nicht', text: 'Prüfen Sie die Nummer in der Adresse.' },
    facts: {
      bank: 'Bank',
      format: 'Format',
      iban: 'Unser Konto',
      date: 'Ausführung',
      lines: 'Zahlungen',
      total: 'Summe',
      message: 'MsgId',
      hash: 'SHA-256',
      sealed: 'Versiegelt',
      fetched: 'Zuerst abgeholt',
      unsealed: 'Siegel aufgehoben',
    },
    who: (by, at) => `${by}, ${at}`,
    fetch: 'Datei herunterladen',
    aboutFetch: 'Ab dem ersten Mal gelten ihre Ausschüttungen als gesendet. Jedes Mal steht im Protokoll.',
    name: (message, format) => `${message}.${format === 'csv' ? 'csv' : 'xml'}`,
    unseal: {
      label: 'Siegel aufheben',
      question: 'Die Datei zurücknehmen? Ihre Ausschüttungen warten auf eine andere Datei.',
      confirm: 'Aufheben',
    },
  },
  answers: {
    title: 'Antworten der Banken',
    description: 'Was Banken zurücksenden, ändert die darin genannten Ausschüttungen. Nichts wird geraten.',
    bank: 'Bank',
    file: 'Datei',
    aboutFile:
      'Eine pain.002, camt.053 oder camt.054 von höchstens 16 MiB. Ziehen Sie sie hierher oder wählen Sie sie aus.',
    choose: 'Datei auswählen',
    import: 'Importieren',
    imported: (number) => `Antwort ${number} ist importiert.`,
    applied: (count) =>
      count === 0
        ? 'Kein Eintrag änderte eine Ausschüttung.'
        : `${plural(count, 'Eintrag änderte', 'Einträge änderten')} Ausschüttungen.`,
    noted: (count) => `${plural(count, 'Eintrag', 'Einträge')} zu unseren Zahlungen ohne Änderung.`,
    unmatchedCount: (count) =>
      `${plural(count, 'Eintrag braucht', 'Einträge brauchen')} eine Person: siehe die Liste unten.`,
    ignored: (count) =>
      `${plural(count, 'Eintrag betraf', 'Einträge betrafen')} anderes Geld oder standen schon in einer Datei.`,
  },
  unmatched: {
    title: 'Für eine Person',
    description: 'Einträge, die zu keiner Zahlung genau passen, neueste zuerst.',
    none: 'Kein Eintrag wartet auf eine Person.',
    columns: {
      answer: 'Antwort',
      disbursement: 'Ausschüttung',
      written: 'Die Bank schrieb',
      reason: 'Warum er wartet',
    },
    noDisbursement: 'Keine',
    written: (record) => {
      const why = codes(record['reasons']);
      const what =
        record['kind'] === 'booking'
          ? `${record['isDebit'] === true ? 'Belastung' : 'Gutschrift'} von ${String(record['amount'])} ${String(record['currency'])}`
          : `Status ${String(record['status'])} für ${String(record['lineId'] ?? record['messageId'])}`;
      return why === '' ? what : `${what} (${why})`;
    },
    opened: 'Eintrag einer Bank',
    missing: {
      title: 'Er ist nicht in dieser Liste',
      text: 'Vielleicht hat ihn jemand zugeordnet oder verworfen.',
    },
    number: 'Nummer der Ausschüttung',
    aboutAssign: 'Konto, Betrag und Währung müssen übereinstimmen.',
    wholeNumber: 'Eine Zahl ohne Vorzeichen und Komma, etwa 12.',
    assign: 'Zuordnen',
    assigned: (number, status) => `Zugeordnet. Ausschüttung ${number} hat den Zustand: ${status}.`,
    aboutDismiss: 'Verwerfen Sie, was nichts weiter erfordert. Das ändert keine Ausschüttung.',
    dismiss: 'Verwerfen',
    aboutReason: 'Das Protokoll bewahrt ihn auf.',
    confirmDismiss: 'Eintrag verwerfen',
    dismissed: 'Verworfen. Keine Ausschüttung wurde geändert.',
  },
  blocks: {
    title: 'Sperren',
    description:
      'Partner, die kein Geld erhalten, bis die Sperre aufgehoben ist. Was schon in einer Datei ist, läuft weiter.',
    none: 'Kein Partner ist gesperrt.',
    columns: { partner: 'Partner', reason: 'Grund', by: 'Gesetzt von', at: 'Gesetzt', actions: 'Aktionen' },
    partner: 'UID des Partners',
    reason: 'Grund',
    aboutReason: 'Der Partner sieht ihn.',
    wasSet: (uid) => `${uid} ist gesperrt.`,
    lifted: (uid) => `${uid} ist nicht mehr gesperrt.`,
    set: 'Partner sperren',
    lift: 'Aufheben',
    liftOf: (uid) => `Sperre von ${uid} aufheben`,
  },
};
