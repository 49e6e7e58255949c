import { plural, type Translation } from '../../shared/text/index.ts';
import { summary } from './summary-texts.de.ts';
import type { texts as english } from './texts.ts';

const every = (value: string, all: string, one: string): string => (value === '*' ? all : `${one} ${value}`);

export const texts: Translation<typeof english> = {
  list: {
    title: 'Vorschläge',
    description: 'Änderungen der Konditionen. Eine Person schlägt sie vor, eine andere bestätigt sie.',
    empty: {
      title: 'Nichts wartet',
      text: 'Änderungen von Tarifen, Stufen und Aussetzungen warten hier auf eine zweite Person.',
    },
    unmatched: { title: 'Kein Vorschlag hat diesen Status', text: 'Wählen Sie einen anderen Status.' },
  },
  status: 'Status',
  statuses: {
    PROPOSED: 'Wartet',
    CONFIRMED: 'Bestätigt',
    REFUSED: 'Abgelehnt',
    WITHDRAWN: 'Zurückgezogen',
  },
  all: 'Alle',
  columns: {
    what: 'Änderung',
    of: 'Von',
    status: 'Status',
    by: 'Vorgeschlagen von',
    at: 'Vorgeschlagen',
  },
  summary,
  detail: {
    title: 'Vorschlag',
    facts: {
      status: 'Status',
      by: 'Vorgeschlagen von',
      reason: 'Grund',
      ended: 'Entschieden von',
      batch: 'Lieferung',
    },
    changes: {
      fromTo: (before, after) => `${before} → ${after}`,
      nothing: 'nichts',
      isNew: 'Es ist nichts gespeichert, das er ersetzt.',
      replaces: 'Er ersetzt, was gespeichert ist, auch für vergangene Tage.',
      follows: (from, since) => `Ab ${from} tritt er an die Stelle dessen, was seit ${since} gilt.`,
      inherits: (scope) => `Bisher gilt hier der Tarif für ${scope}.`,
      several: 'Bisher gelten hier mehrere Tarife. Er geht ihnen allen vor:',
      scope: (partner, type, symbol) =>
        [
          every(partner, 'alle Partner', 'Partner'),
          every(type, 'alle Kontotypen', 'Kontotyp'),
          every(symbol, 'alle Symbole', 'Symbol'),
        ].join(', '),
    },
    who: (name, at) => `${name}, ${at}`,
    others: (count) => `und ${plural(count, 'weiterer', 'weitere')}`,
    own: 'Sie haben ihn vorgeschlagen. Ein anderer Manager bestätigt ihn oder lehnt ihn ab.',
    confirm: 'Bestätigen',
    done: {
      confirm: 'Bestätigt. Die Änderung gilt.',
      refuse: 'Abgelehnt. Nichts wurde geändert.',
      withdraw: 'Zurückgezogen. Nichts wurde geändert.',
    },
    refuse: 'Ablehnen',
    askRefuse: 'Nichts ändert sich. Ablehnen?',
    confirmRefuse: 'Vorschlag ablehnen',
    withdraw: 'Zurückziehen',
    askWithdraw: 'Nichts ändert sich. Zurückziehen?',
    confirmWithdraw: 'Vorschlag zurückziehen',
  },
};
