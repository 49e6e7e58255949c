import type { RebateRun } from '@quaestor/sdk';
import { Stack } from '@mantine/core';
import { SectionOfRows } from '../../shared/list/index.ts';
import { Amount } from '../../shared/money/index.ts';
import { numberColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { usePages } from '../use-pages.ts';
import { useReads } from '../viewed.ts';
import { RunStatus } from './status.tsx';
import { texts } from './texts.ts';

const { runs: t } = texts;

/** What was paid or reserved for past periods. */
export function Runs({ id }: { id: number }) {
  const reads = useReads();
  const runs = usePages<RebateRun>(['rebates', reads.of, 'one', id, 'runs'], async (position) => {
    const { runs: rows, count } = await reads.rebateGroups.runs(id, position);
    return { rows, count };
  });
  return (
    <SectionOfRows
      texts={t}
      list={runs}
      columns={COLUMNS}
      idOf={({ period_start }) => period_start}
      to={({ period_start }) => ({
        to: '/rebates/$group/runs/$period',
        params: { group: String(id), period: period_start },
      })}
    />
  );
}

const COLUMNS: readonly Column<RebateRun>[] = [
  textColumn('period', t.columns.period, ({ period_start, period_end }) =>
    texts.span(period_start, period_end),
  ),
  textColumn('status', t.columns.status, ({ status }) => t.statuses[status], RunStatus),
  numberColumn('rebates', t.columns.rebates, ({ rebates_count }) => rebates_count),
  {
    id: 'amount',
    header: t.columns.amount,
    align: 'right',
    text: ({ amounts }) => amounts.map(({ amount, currency }) => `${amount} ${currency}`).join(', '),
    cell: ({ amounts }) =>
      amounts.length === 0 ? (
        t.nothing
      ) : (
        <Stack gap={0}>
          {amounts.map(({ account_id, amount, currency }) => (
            <Amount key={account_id} value={amount} asset={currency} />
          ))}
        </Stack>
      ),
  },
];
