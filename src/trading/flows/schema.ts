import { Type, type Static } from 'typebox';

const text = (description: string, example: string) => Type.String({ description, examples: [example] });

const MEANINGS = {
  deposits: 'What was credited from elsewhere, before a fee of the venue.',
  withdrawals: 'What was sent elsewhere, without fees.',
  conversionsIn: 'What trades brought, before fees.',
  conversionsOut: 'What trades cost, before fees.',
  transfersIn: 'What arrived from another of our venues.',
  transfersOut: 'What was sent to another of our venues, without fees.',
  fees: 'What the venues charged for deposits, withdrawals, transfers and trades.',
} as const;
export type Kind = keyof typeof MEANINGS;
export const KINDS = Object.keys(MEANINGS) as Kind[];

const EXAMPLES: Readonly<Record<Kind, string>> = {
  deposits: '15000',
  withdrawals: '1250.5',
  conversionsIn: '0',
  conversionsOut: '0',
  transfersIn: '0',
  transfersOut: '0',
  fees: '1',
};

/** Written out, because it runs a hundred thousand times for a year. */
export const mapKinds = <T>(make: (kind: Kind) => T): Record<Kind, T> => ({
  deposits: make('deposits'),
  withdrawals: make('withdrawals'),
  conversionsIn: make('conversionsIn'),
  conversionsOut: make('conversionsOut'),
  transfersIn: make('transfersIn'),
  transfersOut: make('transfersOut'),
  fees: make('fees'),
});

const FlowAmounts = Type.Object(
  mapKinds((kind) => text(MEANINGS[kind], EXAMPLES[kind])),
  { title: 'FlowAmounts' },
);

const FlowValues = Type.Object(
  mapKinds((kind) =>
    Type.Union([Type.String(), Type.Null()], {
      description: `${MEANINGS[kind]} Null where a part of it is not known.`,
      examples: [EXAMPLES[kind]],
    }),
  ),
  { title: 'FlowValues' },
);

const Flow = Type.Object(
  {
    venue: text('The venue code.', 'aurora'),
    asset: text('The asset code.', 'USDT'),
    amounts: FlowAmounts,
    values: Type.Union([FlowAmounts, Type.Null()], {
      description: 'The same in the currency, at the rate of the day; null where none was kept.',
    }),
  },
  { title: 'Flow' },
);

const FlowDay = Type.Object(
  {
    day: Type.String({ format: 'date', description: 'A day of UTC.', examples: ['2026-01-31'] }),
    values: FlowValues,
    unread: Type.Array(Type.String(), {
      description: 'The venues whose deposits of that day are not all known.',
      examples: [[]],
    }),
    unpriced: Type.Array(Type.String(), {
      description: 'The assets that moved and had no rate on that day.',
      examples: [[]],
    }),
    flows: Type.Array(Flow, {
      description: 'In the order of venue and asset; empty where nothing moved, and with `sumsOnly`.',
    }),
  },
  { title: 'FlowDay' },
);

export const Flows = Type.Object(
  {
    currency: text('The asset in which values are given.', 'USDT'),
    days: Type.Array(FlowDay, { description: 'Every day of the period, oldest first.' }),
  },
  { title: 'Flows' },
);
export type Flows = Static<typeof Flows>;
