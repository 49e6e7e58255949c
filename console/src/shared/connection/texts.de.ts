import type { Translation } from '../text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  title: (since) => `Der Server antwortet seit ${since} nicht`,
  about:
    'Was Sie sehen, kann veraltet sein, und nichts lässt sich ändern, bis er wieder antwortet. Ihre Eingaben bleiben.',
  next: (seconds) => `In ${seconds} s wird er wieder gefragt.`,
  asking: 'Er wird jetzt gefragt.',
  now: 'Jetzt fragen',
};
