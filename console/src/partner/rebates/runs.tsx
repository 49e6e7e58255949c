import type { RebateRun } from '@quaestor/sdk';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Amount } from '../../shared/money/index.ts';
import { allRows, numberColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { useSearchChange } from '../find-and-order.tsx';
import { SectionOfRows } from '../section-of-rows.tsx';
import { useReads } from '../viewed.ts';
import { runsQuery } from './queries.ts';
import { RunStatus } from './status.tsx';
import { texts } from './texts.ts';

const Run = lazy(() => import('./run.tsx'));
const { runs: t } = texts;

/** What was paid or reserved for past periods. */
export function Runs({ id }: { id: number }) {
  const reads = useReads();
  const search = useSearch({ strict: false }) as { readonly run?: string | undefined };
  const change = useSearchChange();
  const runs = useQuery(runsQuery(reads, id));
  return (
    <>
      <SectionOfRows
        texts={t}
        list={allRows(runs)}
        columns={COLUMNS}
        idOf={({ period_start }) => period_start}
        onOpen={({ period_start }) => change({ run: period_start })}
      />
      <Suspense fallback={null}>
        {search.run !== undefined && (
          <Run id={id} periodStart={search.run} onClose={() => change({ run: undefined })} />
        )}
      </Suspense>
    </>
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
