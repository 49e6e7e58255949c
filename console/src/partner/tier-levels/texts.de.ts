import { plural, type Translation } from '../../shared/text/index.ts';
import { measured } from '../figures/index.ts';
import type { texts as english } from './texts.ts';

type Fact = Readonly<Record<string, string | number | boolean | null>>;

const takes = (fact: Fact): string =>
  `${measured(String(fact['measure']), String(fact['threshold']))} in ${plural(Number(fact['window_days']), 'Tag', 'Tagen')}`;

const missing = {
  title: 'Diese Schwelle gibt es nicht',
  text: 'Sie existiert nicht, oder sie wurde zurückgezogen.',
  back: 'Alle Schwellen anzeigen',
};

export const texts: Translation<typeof english> = {
  list: {
    title: 'Stufenschwellen',
    description:
      'Was ein Partner für jede Stufe erreichen muss. Partner sehen, was ihnen zur nächsten fehlt.',
    create: 'Neue Schwelle',
    empty: {
      title: 'Noch keine Schwelle',
      text: 'Eine Schwelle sagt, was eine Stufe verlangt, etwa ein Volumen in 30 Tagen. Sie stuft niemanden von selbst höher: Das tut ein Stufenwechsel.',
    },
  },
  takes,
  version: (fact) => `${String(fact['name'])}: ${takes(fact)}, ab ${String(fact['valid_from'])}`,
  columns: {
    tier: 'Stufe',
    name: 'Name',
    takes: 'Verlangt',
    state: 'Zustand',
    from: 'Erster Tag',
  },
  missing,
  detail: { title: (tier) => `Schwelle der Stufe ${tier}`, edit: 'Ändern' },
  editor: {
    newTitle: 'Neue Schwelle',
    kind: 'Schwelle ändern',
    missing,
    about:
      'Eine zweite Person bestätigt es. Mit einem anderen ersten Tag ist es eine neue Schwelle, und die alte bleibt.',
    replaces: 'Sie hat Stufe und ersten Tag einer gespeicherten Schwelle und ersetzt sie.',
  },
};
