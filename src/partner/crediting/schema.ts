import { Type, type Static } from 'typebox';
import type { Payout } from './credit.ts';

const day = (description: string) => Type.String({ description, examples: ['2024-03-31'] });

export const CREDITING_RUN = Type.Object(
  { through: day('The last day to credit. It must have ended (UTC).') },
  { additionalProperties: false, title: 'CreditingRun' },
);

const PAYOUT = Type.Object(
  {
    number: Type.Integer({ description: 'Payouts are numbered without gaps.', examples: [52] }),
    kind: Type.String({ description: 'rewards, adjustments or progress.', examples: ['rewards'] }),
    first_day: day('The first day it credits.'),
    last_day: day('The last day it credits.'),
    row_count: Type.Integer({ description: 'Its rows in the reports.', examples: [1250] }),
    reward_usd: Type.String({ description: 'Their sum, an exact decimal.', examples: ['10.00000000'] }),
  },
  { title: 'Payout' },
);
export type PayoutAnswer = Static<typeof PAYOUT>;

export const PAYOUTS = Type.Object({ payouts: Type.Array(PAYOUT) }, { title: 'Payouts' });

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
