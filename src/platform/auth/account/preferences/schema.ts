import { Type, type Static } from 'typebox';
import { plainText } from '../../../../kernel/index.ts';

/** The languages of the console. */
const LANGUAGES = ['en', 'de'] as const;

export const Preferences = Type.Object(
  {
    language: Type.Union([Type.Enum([...LANGUAGES]), Type.Null()], {
      description: 'The language of the console. Null for the one that the browser asks for.',
      examples: ['de'],
    }),
    timeZone: Type.Union([plainText(64, { examples: ['Europe/Berlin'] }), Type.Null()], {
      description:
        'A name of the IANA database: the console shows times in it. Null for UTC. Times of the API are always of UTC.',
      examples: ['Europe/Berlin'],
    }),
  },
  { title: 'Preferences', additionalProperties: false },
);
export type Preferences = Static<typeof Preferences>;
