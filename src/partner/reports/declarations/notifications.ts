import { Type } from 'typebox';
import { Decimal } from '../../../kernel/index.ts';
import type { Row } from '../../../platform/duckdb/index.ts';
import { quotient, type Field } from '../query/index.ts';

const LOSS = Decimal.ZERO;
const HEAVY_LOSS = Decimal.of(-5n, 1);
const GOOD_PROFIT = Decimal.of(5n, 1);
const MUCH_FRAUD = Decimal.of(1n, 1);
const HEAVY_FRAUD = Decimal.of(3n, 1);
/** Decimals of the ratios that are compared with them. */
const SCALE = 12;

type Severity = 'info' | 'warning' | 'critical';
const PRIORITIES: Readonly<Record<Severity, number>> = { critical: 1, warning: 2, info: 3 };

const notification = (
  type: string,
  name: string,
  title: string,
  description: string,
  severity: Severity,
) => ({
  type,
  name,
  title,
  description,
  severity,
  priority: PRIORITIES[severity],
});

/** The notifications of a row of traffic quality, most urgent first. */
function notify(row: Row) {
  const roi = quotient(row, { over: 'reward_usd', minus: 'spend', under: 'spend' }, SCALE);
  const fraud = quotient(row, { over: 'all_frauds', under: 'all_events' }, SCALE) ?? Decimal.ZERO;
  const found = [];
  if (fraud.compare(MUCH_FRAUD) >= 0) {
    const severity = fraud.compare(HEAVY_FRAUD) >= 0 ? 'critical' : 'warning';
    const advice = 'Look at where the registrations and installations come from.';
    found.push(notification('risk', 'high_fraud', 'Much fraud', advice, severity));
  }
  if (roi && roi.compare(LOSS) < 0) {
    const severity = roi.compare(HEAVY_LOSS) <= 0 ? 'critical' : 'warning';
    const advice = 'The rewards of these clients do not yet cover what was spent.';
    found.push(notification('risk', 'low_roi', 'Low return', advice, severity));
  }
  if (roi && roi.compare(GOOD_PROFIT) >= 0 && fraud.compare(MUCH_FRAUD) < 0 && row['ineligible'] === 0) {
    const advice = 'These clients earn far more than was spent on them: more of them would pay.';
    found.push(notification('opportunity', 'growth_opportunity', 'Room to grow', advice, 'info'));
  }
  return found.toSorted((a, b) => a.priority - b.priority);
}

export const NOTIFICATIONS: Field = {
  schema: Type.Array(
    Type.Object({
      type: Type.Enum(['risk', 'opportunity'], { examples: ['risk'] }),
      name: Type.Enum(['low_roi', 'high_fraud', 'growth_opportunity'], { examples: ['high_fraud'] }),
      title: Type.String({ examples: ['Much fraud'] }),
      description: Type.String({
        examples: ['Look at where the registrations and installations come from.'],
      }),
      severity: Type.Enum(['info', 'warning', 'critical'], { examples: ['warning'] }),
      priority: Type.Integer({ description: '1 is the most urgent.', examples: [2] }),
    }),
    { description: 'What the row calls attention to.' },
  ),
  read: notify,
  cells: {
    names: () => ['notifications'],
    read: (found) => [(found as ReturnType<typeof notify>).map(({ name }) => name).join(' ')],
  },
};
