import { Group, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { later } from '../../shared/later/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { alignedColumn, PlainTable, textColumn } from '../../shared/table/index.ts';
import { formatTime } from '../../shared/text/index.ts';
import { pricesQuery } from './queries.ts';
import { texts } from './texts.ts';

const PriceChart = later(() => import('./price-chart.tsx'));
export const HOURS = ['1', '6', '24', '168'] as const;
const ROWS = 60;

interface PricesProps {
  readonly symbol: string;
  readonly hours: (typeof HOURS)[number];
  readonly onHours: (hours: string) => void;
}

/** What a pair has cost over the last hours. */
export function Prices({ symbol, hours, onHours }: PricesProps) {
  const series = useQuery(pricesQuery(symbol, Number(hours)));
  const { prices = [], stepSeconds = 60 } = series.data ?? {};
  return (
    <Stack gap="xs" component="section">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {texts.price.title}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={texts.price.period}
          data={HOURS.map((value) => ({ value, label: texts.price.hours[value] }))}
          value={hours}
          onChange={onHours}
        />
      </Group>
      {series.error !== null && <Problem error={series.error} />}
      {series.data === undefined && series.error === null && <Skeleton height={200} />}
      {series.data !== undefined && prices.length < 2 && (
        <Text size="sm" c="dimmed">
          {texts.price.empty}
        </Text>
      )}
      {prices.length >= 2 && (
        <>
          <Suspense fallback={<Skeleton height={200} />}>
            <PriceChart key={symbol} symbol={symbol} prices={prices} stepSeconds={stepSeconds} />
          </Suspense>
          <details>
            <summary>{texts.price.table}</summary>
            <PlainTable
              name={texts.price.table}
              rows={prices.slice(-ROWS).toReversed()}
              idOf={({ at }) => at}
              columns={COLUMNS}
            />
          </details>
        </>
      )}
    </Stack>
  );
}

const COLUMNS = [
  textColumn<{ at: string }>('at', texts.price.time, ({ at }) => formatTime(at)),
  alignedColumn<{ bid: string }>('bid', texts.ladder.bid, ({ bid }) => bid),
  alignedColumn<{ ask: string }>('ask', texts.ladder.ask, ({ ask }) => ask),
  alignedColumn<{ mid: string }>('mid', texts.price.mid, ({ mid }) => mid),
  alignedColumn<{ spread: string }>('spread', texts.price.spread, ({ spread }) => spread),
];
