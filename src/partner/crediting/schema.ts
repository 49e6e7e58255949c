import { Type, type Static } from 'typebox';
import { offsetQuery } from '../../platform/lists/index.ts';
import { decimal } from '../requests/index.ts';
import type { Payout } from './credit.ts';

const day = (description: string) => Type.String({ description, examples: ['2024-03-31'] });

export const CREDITING_RUN = Type.Object(
  {
    through: day('The last day to credit. It must have ended (UTC).'),
    dry_run: Type.Optional(
      Type.Boolean({ description: 'Only tell what would be credited.', examples: [true] }),
    ),
  },
  { additionalProperties: false, title: 'CreditingRun' },
);

const PAYOUT = Type.Object(
  {
    number: Type.Integer({ description: 'Payouts are numbered without gaps.', examples: [52] }),
    kind: Type.String({ description: 'rewards, adjustments or progress.', examples: ['rewards'] }),
    first_day: day('The first day it credits.'),
    last_day: day('The last day it credits.'),
    row_count: Type.Integer({ description: 'Its rows in the reports.', examples: [1250] }),
    // A text since version 0.2.0, unlike the other decimals of the service.
    reward_usd: Type.String({ description: 'Their sum, an exact decimal.', examples: ['10.00000000'] }),
  },
  { title: 'Payout' },
);
export type PayoutAnswer = Static<typeof PAYOUT>;

const time = Type.String({ format: 'date-time', examples: ['2024-06-01T12:00:00.000Z'] });

export const RUNS_QUERY = Type.Object(
  {
    ...offsetQuery,
    kind: Type.Optional(Type.Enum(['rewards', 'adjustments', 'progress'], { examples: ['adjustments'] })),
  },
  { additionalProperties: false },
);

const MADE_PAYOUT = Type.Object(
  {
    ...PAYOUT.properties,
    reward_usd: decimal('Their sum.', 10.25),
    batch: Type.Integer({ description: 'Its batch in the log.', examples: [53] }),
    created_at: time,
    causes: Type.Array(
      Type.Object({
        number: Type.Integer({ description: 'The batch.', examples: [52] }),
        kind: Type.String({ description: 'The kind of its facts.', examples: ['tariffs'] }),
        source: Type.String({ description: 'The format it came in, or `void`.', examples: ['csv'] }),
        voids: Type.Union([Type.Integer(), Type.Null()], {
          description: 'The batch that it voids.',
          examples: [null],
        }),
        actor: Type.String({ description: 'Who sent it.', examples: ['feeder'] }),
        created_at: time,
      }),
      { description: 'The batches that changed its days since they were last credited, newest first.' },
    ),
  },
  { title: 'MadePayout' },
);

export const RUNS = Type.Object(
  {
    payouts: Type.Array(MADE_PAYOUT),
    count: Type.Integer({ description: 'All that match.', examples: [1] }),
  },
  { title: 'MadePayouts' },
);

export const MAX_PARTNERS = 1000;

const PARTNERS = {
  partners: Type.Array(
    Type.Object(
      {
        partner_uid: Type.String({ description: 'The partner.', examples: ['P1001'] }),
        reward_usd: decimal('What the partner is credited, in USD.', 10.25),
      },
      { title: 'CreditedPartner' },
    ),
    { description: `By partner, the largest amounts first; at most ${MAX_PARTNERS.toLocaleString('en')}.` },
  ),
  partners_count: Type.Integer({ minimum: 0, description: 'All partners.', examples: [1] }),
};

export const PAYOUTS = Type.Object({ payouts: Type.Array(PAYOUT), ...PARTNERS }, { title: 'Payouts' });

export const PAYOUT_PARAMS = Type.Object(
  {
    number: Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The payout.',
      examples: [52],
    }),
  },
  { additionalProperties: false },
);

export const PAYOUT_DETAILS = Type.Object(
  { ...MADE_PAYOUT.properties, ...PARTNERS },
  { title: 'PayoutDetails' },
);
export type PayoutDetails = Static<typeof PAYOUT_DETAILS>;

export const payoutAnswer = ({
  number,
  kind,
  firstDay,
  lastDay,
  rowCount,
  rewardUsd,
}: Payout): PayoutAnswer => ({
  number,
  kind,
  first_day: firstDay,
  last_day: lastDay,
  row_count: rowCount,
  reward_usd: rewardUsd.toString(),
});
