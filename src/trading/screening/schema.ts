import { Type, type Static } from 'typebox';
import { plainText } from '../../kernel/index.ts';

const closed = { additionalProperties: false } as const;
const NULL = Type.Null();
const orNull = (example: string, description: string) =>
  Type.Union([Type.String(), NULL], { description, examples: [example] });
const time = { format: 'date-time', examples: ['2026-01-31T13:05:00.000Z'] } as const;

const HOUR_SECONDS = 3_600;
/** As long as a withdrawal waits for its approvals. */
const LONGEST_SECONDS = 72 * HOUR_SECONDS;
const DEFAULT_SECONDS = HOUR_SECONDS;

export const SILENCES = ['REFUSE', 'PEOPLE'] as const;
const ANSWERS = ['PASS', 'REFUSE', 'HOLD'] as const;

/** What a rule says about the screening that it asks for. */
export const ScreeningTerms = Type.Object(
  {
    withinSeconds: Type.Optional(
      Type.Integer({
        minimum: 10,
        maximum: LONGEST_SECONDS,
        default: DEFAULT_SECONDS,
        description: 'How long the screener has to answer.',
        examples: [900],
      }),
    ),
    silence: Type.Optional(
      Type.Enum([...SILENCES], {
        default: 'REFUSE',
        description:
          'What follows without an answer in time. REFUSE: the withdrawal is cancelled. PEOPLE: it needs one more approval, by a person.',
        examples: ['REFUSE'],
      }),
    ),
  },
  { ...closed, description: 'With REQUIRE_SCREENING: how long the answer may take, and what silence means.' },
);
export type ScreeningTerms = Static<typeof ScreeningTerms>;

export const termsOf = ({ withinSeconds = DEFAULT_SECONDS, silence = 'REFUSE' }: ScreeningTerms = {}) =>
  ({ withinSeconds, silence }) as const;

const digest = {
  pattern: '^[0-9a-f]{64}$',
  description: 'Of the id, venue, asset, amount, destination, reference and recipient that were screened.',
  examples: ['2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae'],
} as const;

export const ScreeningAnswer = Type.Object(
  {
    verdict: Type.Enum([...ANSWERS], {
      description:
        'PASS: it may leave once it has its approvals. REFUSE: it is cancelled. HOLD: it needs one more approval, by a person.',
      examples: ['PASS'],
    }),
    digest: Type.String(digest),
    reason: plainText(500, {
      description:
        'Shown to everybody who sees the withdrawal. Name no personal data: it stays in the audit.',
      examples: ['No match on the lists of 31 January.'],
    }),
    evidence: plainText(1000, {
      description: 'Where your system keeps what it found.',
      examples: ['case 48213, report 7f0c'],
    }),
  },
  { title: 'ScreeningAnswer', ...closed },
);
export type ScreeningAnswer = Static<typeof ScreeningAnswer>;

/** What is asked of a screener. */
export const ScreeningQuestion = Type.Object(
  {
    digest: Type.String(digest),
    until: Type.String({ ...time, description: 'An answer counts before this time.' }),
    silence: Type.Enum([...SILENCES], {
      description: 'What follows without an answer: REFUSE cancels it, PEOPLE asks for one more approval.',
      examples: ['REFUSE'],
    }),
  },
  { title: 'ScreeningQuestion' },
);

export const Screening = Type.Object({
  ...ScreeningQuestion.properties,
  verdict: Type.Union([Type.Enum([...ANSWERS, 'SILENCE']), NULL], {
    description: 'Null while it is awaited. SILENCE: none came in time, so people decide.',
    examples: ['PASS'],
  }),
  reason: orNull('No match on the lists of 31 January.', 'What the screener said.'),
  evidence: orNull('case 48213, report 7f0c', 'Where its system keeps what it found.'),
  by: orNull('screener', 'Who answered.'),
  at: Type.Union([Type.String(time), NULL], {
    description: 'When the answer came, or the time for it ended.',
    examples: ['2026-01-31T12:05:07.000Z'],
  }),
});
export type Screening = Static<typeof Screening>;
