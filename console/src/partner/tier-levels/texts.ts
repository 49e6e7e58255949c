import { plural } from '../../shared/text/index.ts';
import { measured } from '../tier-measures.ts';

type Fact = Readonly<Record<string, string | number | boolean | null>>;

const takes = (fact: Fact): string =>
  `${measured(String(fact['measure']), String(fact['threshold']))} in ${plural(Number(fact['window_days']), 'day', 'days')}`;

export const texts = {
  list: {
    title: 'Tier levels',
    description:
      'What a partner has to reach for each tier. Partners see what they are missing for the next one.',
    create: 'New level',
    empty: {
      title: 'No level yet',
      text: 'A level says what a tier takes, such as a volume in 30 days. It raises no one by itself: a tier change does.',
    },
  },
  takes,
  version: (fact: Fact) => `${String(fact['name'])}: ${takes(fact)}, from ${String(fact['valid_from'])}`,
  columns: {
    tier: 'Tier',
    name: 'Name',
    takes: 'Takes',
    state: 'State',
    from: 'First day',
  },
  detail: { title: (id: string) => `Level of tier ${id}`, edit: 'Change it' },
  editor: {
    newTitle: 'New level',
    title: 'Change a level',
    about: 'A second person confirms it. With another first day it is a new level, and the old one stays.',
    replaces: 'It has the tier and the first day of a stored level, and replaces it.',
  },
} as const;
