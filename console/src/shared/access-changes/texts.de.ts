import type { Translation } from '../text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  list: {
    title: 'Zugriffsänderungen',
    description:
      'Änderungen daran, wer Geld bewegen, abstimmen, entscheiden oder personenbezogene Daten lesen darf. Jede wird von einem zweiten Admin bestätigt; was auf dem Server geschah, wird hier gemeldet.',
    empty: {
      title: 'Nichts wartet',
      text: 'Wenn ein Admin jemanden einlädt, zurücksetzt oder mit Rechten ausstattet, bestätigt das hier ein zweiter Admin.',
    },
    unmatched: { title: 'Nichts gefunden', text: 'Wählen Sie einen anderen Status.' },
  },
  status: 'Status',
  all: 'Alle',
  statuses: {
    PROPOSED: 'Wartet',
    ANNOUNCED: 'Auf dem Server erfolgt',
    CONFIRMED: 'Bestätigt',
    REFUSED: 'Abgelehnt',
    WITHDRAWN: 'Zurückgezogen',
  },
  columns: { what: 'Änderung', account: 'Konto', status: 'Status', by: 'Von', at: 'Wann' },
  detail: {
    facts: {
      status: 'Status',
      what: 'Änderung',
      powers: 'Verleiht das Recht auf',
      roles: 'Rollen',
      scopes: 'Berechtigungen',
      before: 'Vorher',
      after: 'Nachher',
      owner: 'Eigentümer',
      partner: 'Partner',
      by: 'Vorgeschlagen von',
      ended: 'Entschieden von',
    },
    who: (login, at) => `${login}, ${at}`,
    own: 'Sie gilt als Ihr Vorschlag, deshalb bestätigt sie ein anderer Admin.',
    confirm: 'Bestätigen',
    done: {
      confirm: 'Bestätigt. Die Änderung gilt.',
      refuse: 'Abgelehnt. Nichts wurde geändert.',
      withdraw: 'Zurückgezogen. Nichts wurde geändert.',
    },
    refuse: 'Ablehnen',
    askRefuse: 'Änderung ablehnen? Ihr Link oder Geheimnis wird nie gültig.',
    confirmRefuse: 'Ja, ablehnen',
    withdraw: 'Zurückziehen',
    askWithdraw: 'Änderung zurückziehen? Ihr Link oder Geheimnis wird nie gültig.',
    confirmWithdraw: 'Ja, zurückziehen',
  },
};
