import { Decimal } from '../../../kernel/index.ts';
import type { Run, Total } from './schema.ts';
import type { RunRow } from './store.ts';

export const toRun = (row: RunRow): Run => ({ ...row, requested_at: row.requested_at.toISOString() });

/** As the API shows it. */
export const shown = <T extends { readonly totals: readonly Total[] }>({ totals, ...rest }: T) => ({
  ...rest,
  totals: totals.map((total) => ({ ...total, amount: Decimal.parse(total.amount).trim() })),
});
