import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Big } from 'big.js';
import { useMemo } from 'react';
import { Amount, groupDigits } from '../../shared/money/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { DataTable, numberColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { trading } from '../api.ts';
import { balancesQuery } from '../venues/queries.ts';
import { totalsOf, valueOf } from './valuation.ts';
import { texts } from './texts.ts';

const CURRENCY = 'USDT';

interface Held {
  readonly asset: string;
  readonly total: Big;
  /** Undefined while unknown; null where no venue has a price. */
  readonly value: Big | null | undefined;
}

/** What all venues hold, and what it is worth in one currency. */
export function Balances() {
  const balances = useQuery(balancesQuery());
  const totals = useMemo(() => [...totalsOf(balances.data ?? [])], [balances.data]);
  const rates = useQueries({
    queries: totals.map(([asset]) => ({
      queryKey: ['rate', asset, CURRENCY],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        asset === CURRENCY ? '1' : (await trading.rates.indicative(asset, CURRENCY, { signal })).rate,
      staleTime: 30_000,
    })),
  });
  if (balances.error !== null)
    return <Problem error={balances.error} onRetry={() => void balances.refetch()} />;
  if (balances.data === undefined) return <Skeleton height={240} />;
  const rows = totals
    .map(([asset, total], index): Held => {
      const { data, error } = rates[index] ?? {};
      return { asset, total, value: data === undefined ? error && null : valueOf(total, data) };
    })
    .toSorted((a, b) => (b.value ?? new Big(-1)).cmp(a.value ?? new Big(-1)));
  const sum = rows.reduce((all, { value }) => all.plus(value ?? 0), new Big(0));
  const unpriced = rows.filter(({ value }) => value === null).map(({ asset }) => asset);
  return (
    <Stack gap="xs" component="section">
      <Title order={2} size="h4">
        {texts.balances.title}
      </Title>
      <div>
        <Text fz={{ base: 22, sm: 28 }} fw={600} lh={1.2}>
          <Amount value={sum.toFixed(2)} asset={CURRENCY} />
        </Text>
        <Text size="sm" c="dimmed">
          {texts.balances.valued(unpriced)}
        </Text>
      </div>
      <DataTable name={texts.balances.title} columns={COLUMNS} rows={rows} idOf={({ asset }) => asset} />
    </Stack>
  );
}

const shownValue = ({ value }: Held): string =>
  value === undefined
    ? texts.balances.unknown
    : value === null
      ? texts.balances.noPrice
      : groupDigits(value.toFixed(2));

const COLUMNS: readonly Column<Held>[] = [
  textColumn('asset', texts.balances.columns.asset, ({ asset }) => asset),
  numberColumn('total', texts.balances.columns.total, ({ total }) => total.toFixed()),
  {
    id: 'value',
    header: texts.balances.columns.value(CURRENCY),
    align: 'right',
    text: ({ value }) => value?.toFixed(2) ?? '',
    cell: shownValue,
  },
];
