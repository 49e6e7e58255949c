import { plural, type Translation } from '../../shared/text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  title: 'Freigaben',
  about: 'Auszahlungen, die laut Richtlinie Personen freigeben. Jede Stimme braucht Ihren zweiten Faktor.',
  empty: {
    title: 'Nichts wartet auf Freigabe',
    about:
      'Eine Auszahlung kommt hierher, wenn eine Regel der Richtlinie Freigaben verlangt. Wer sie freigeben kann, sieht sie sofort.',
  },
  nothingForYou: 'Nichts wartet auf Sie.',
  others: { title: 'Nicht von Ihnen freizugeben', table: 'Wartet auf andere' },
  votable: {
    title: 'Wartet auf Sie',
    name: (amount, destination, reference) => `${amount} an ${destination}, ${reference}`,
    selectAll: 'Alle auswählen',
    selectFirst: (count) => `Die ersten ${count} auswählen`,
    selectNone: 'Keine auswählen',
    selected: (count, value) =>
      `${plural(count, 'Auszahlung', 'Auszahlungen')} ausgewählt${value === undefined ? '' : `, Wert ${value}`}`,
    approveAll: (count) => `${count} freigeben`,
  },
  refused: {
    title: (count) => (count === 1 ? 'Eine Stimme wurde abgelehnt' : `${count} Stimmen wurden abgelehnt`),
    withdrawal: (amount, asset, reference) => `${amount} ${asset}, Referenz ${reference}: `,
    dismiss: 'Schließen',
  },
  done: {
    approved: (sum, venue) => `${sum} freigegeben. Die Auszahlung ist auf dem Weg zu ${venue}.`,
    counted: (sum) => `Ihre Freigabe von ${sum} zählt. Die Auszahlung wartet auf andere.`,
    rejected: (sum) => `${sum} abgelehnt. Die Auszahlung ist storniert.`,
    approvedMany: (count) => `${plural(count, 'Auszahlung', 'Auszahlungen')} freigegeben.`,
    rejectedMany: (count) => `${plural(count, 'Auszahlung', 'Auszahlungen')} abgelehnt.`,
    show: 'Auszahlung anzeigen',
  },
  approve: 'Freigeben',
  reject: 'Ablehnen',
  new: 'neu',
  noValue: '–',
  columns: {
    value: (currency) => `Wert in ${currency}`,
    reference: 'Referenz',
    requestedBy: 'Angefordert von',
    approvals: 'Freigaben',
    left: 'Restzeit',
    why: 'Warum',
  },
  detail: {
    title: 'Freizugebende Auszahlung',
    showAll: 'Den ganzen Verlauf anzeigen',
    known: 'Gespeichert und von zwei Personen bestätigt',
    unknown: 'Neu: Kein bestätigtes Ziel hat diese Adresse. Vergleichen Sie jede Gruppe.',
    comment: 'Kommentar',
    aboutComment: 'Alle, die die Auszahlung sehen, sehen ihn.',
    noRule: 'Keine Regel der Richtlinie wurde aufgezeichnet.',
    before: (count) => ['Noch nie', 'Einmal'][count] ?? `${count}-mal`,
    facts: {
      value: 'Wert',
      before: 'Früher bezahlt',
      destination: 'Ziel',
      recipient: 'Empfänger',
      venue: 'Von Börse',
      requestedBy: 'Angefordert von',
      reference: 'Referenz',
      requested: 'Angefordert',
      left: 'Restzeit',
      votes: 'Stimmen',
      why: 'Warum',
      screening: 'Prüfung',
    },
  },
  cannotVote: {
    CLOSED: 'Sie wartet nicht mehr auf Stimmen.',
    LATE: 'Die Zeit zum Abstimmen ist um.',
    OWN: 'Sie oder einer Ihrer Clients haben sie angefordert, und niemand gibt eigene Auszahlungen frei.',
    VOTED: 'Sie haben abgestimmt. Eine Stimme lässt sich nicht ändern.',
    SCREENER:
      'Sie oder einer Ihrer Clients haben die Prüfung beantwortet, und eine Person darf nicht beides.',
    ENOUGH: 'Sie hat die nötigen Freigaben und wartet auf ihre Prüfung.',
    NOT_APPROVER: 'Sie dürfen nicht freigeben. Ein Admin kann Ihnen das Recht geben.',
    OTHERS: 'Die Richtlinie verlangt die Freigabe durch andere Personen.',
  },
};
