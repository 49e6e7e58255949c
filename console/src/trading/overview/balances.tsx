import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Big } from 'big.js';
import { useMemo } from 'react';
import { Amount, groupDigits } from '../../shared/money/index.ts';
import { Status } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { DataTable, digitsColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { rateQuery } from '../market/queries.ts';
import { presentRate } from '../valuation/present-rate.ts';
import { namesOf } from '../venues/names-of.ts';
import { balancesQuery, venuesQuery } from '../venues/queries.ts';
import { totalsOf, valueOf, worthOf, type Held } from './valuation.ts';
import { texts } from './texts.ts';

const CURRENCY = 'USDT';

/** What all venues hold, and what it is worth in one currency. */
export function Balances() {
  const balances = useQuery(balancesQuery());
  const { data: venues = [] } = useQuery(venuesQuery());
  const totals = useMemo(() => [...totalsOf(balances.data?.rows ?? [])], [balances.data]);
  const rates = useQueries({
    queries: totals.map(([asset]) => ({ ...rateQuery(asset, CURRENCY), enabled: asset !== CURRENCY })),
  });
  const failure = balances.error !== null && (
    <Problem error={balances.error} onRetry={() => void balances.refetch()} />
  );
  if (balances.data === undefined) return failure || <Skeleton height={240} />;
  const { missing } = balances.data;
  const rows = totals
    .map(([asset, total], index): Held => {
      const read = rates[index];
      const rate = asset === CURRENCY ? '1' : read && presentRate(read);
      return { asset, total, value: typeof rate === 'string' ? valueOf(total, rate) : rate };
    })
    .toSorted((a, b) => (b.value ?? new Big(-1)).cmp(a.value ?? new Big(-1)));
  const worth = worthOf(rows);
  return (
    <Stack gap="xs" component="section">
      <Title order={2} size="h4">
        {texts.balances.title}
      </Title>
      {failure}
      <div>
        <Text fz={{ base: 22, sm: 28 }} fw={600} lh={1.2} component="div">
          {worth === undefined ? (
            <Skeleton height="1.2em" width="8em" />
          ) : (
            <Amount value={worth.sum.toFixed(2)} asset={CURRENCY} wraps />
          )}
        </Text>
        <Text size="sm" c="dimmed">
          {texts.balances.valued}
        </Text>
      </div>
      {missing.length > 0 && (
        <Status code="missing" tone="warn" label={texts.balances.missing(namesOf(missing, venues))} />
      )}
      {worth !== undefined && worth.unpriced.length > 0 && (
        <Status code="unpriced" tone="warn" label={texts.balances.unpriced(worth.unpriced)} />
      )}
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
  digitsColumn(
    'total',
    texts.balances.columns.total,
    ({ total }) => total.toFixed(),
    ({ asset }) => asset,
  ),
  {
    id: 'value',
    header: texts.balances.columns.value(CURRENCY),
    align: 'right',
    text: ({ value }) => value?.toFixed(2) ?? '',
    cell: shownValue,
  },
];
