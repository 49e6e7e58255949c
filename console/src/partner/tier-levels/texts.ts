import { plural } from '../../shared/text/index.ts';
import { measured } from '../figures/index.ts';

type Fact = Readonly<Record<string, string | number | boolean | null>>;

const takes = (fact: Fact): string =>
  `${measured(String(fact['measure']), String(fact['threshold']))} in ${plural(Number(fact['window_days']), 'day', 'days')}`;

const missing = {
  title: 'There is no such level',
  text: 'It does not exist, or it was withdrawn.',
  back: 'Show all levels',
};

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
  missing,
  detail: { title: (tier: number) => `Level of tier ${tier}`, edit: 'Change it' },
  editor: {
    newTitle: 'New level',
    kind: 'Change a level',
    missing,
    about: 'A second person confirms it. With another first day it is a new level, and the old one stays.',
    replaces: 'It has the tier and the first day of a stored level, and replaces it.',
  },
} as const;
