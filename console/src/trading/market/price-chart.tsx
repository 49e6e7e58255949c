import { useCallback, useMemo, useState } from 'react';
import { Text } from '@mantine/core';
import type { MarketPrice } from '@quaestor/sdk';
import type UPlot from 'uplot';
import { Chart } from '../../shared/chart/index.ts';
import { groupDigits } from '../../shared/money/index.ts';
import { formatTick, formatTime } from '../../shared/text/index.ts';
import { toLines } from './to-lines.ts';
import { texts } from './texts.ts';

interface PriceChartProps {
  readonly symbol: string;
  readonly prices: readonly MarketPrice[];
  readonly stepSeconds: number;
}

const HEIGHT = 180;

/** Mid and spread over time. The figures of the time under the pointer stand above; without one, the last. */
export default function PriceChart({ symbol, prices, stepSeconds }: PriceChartProps) {
  const [place, setPlace] = useState<number>();
  const lines = useMemo(() => toLines(prices, stepSeconds), [prices, stepSeconds]);
  const data = useMemo<UPlot.AlignedData>(() => [lines.times, lines.mids, lines.spreads], [lines]);
  const options = useCallback(
    (colourOf: (name: string) => string): Omit<UPlot.Options, 'width' | 'height'> => {
      const [ink, second, dim, line] = [
        colourOf('--quaestor-buy'),
        colourOf('--quaestor-warn'),
        colourOf('--mantine-color-dimmed'),
        colourOf('--quaestor-line'),
      ];
      const axis = { stroke: dim, ticks: { show: false } };
      return {
        tzDate: (seconds) => new Date(seconds * 1000),
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false } },
        hooks: { setCursor: [({ cursor }) => setPlace(cursor.idx ?? undefined)] },
        scales: { mid: { auto: true }, spread: { auto: true } },
        axes: [
          {
            ...axis,
            grid: { show: false },
            space: 70,
            values: (_chart, seconds) => seconds.map(formatTick),
          },
          { ...axis, scale: 'mid', size: 64, grid: { stroke: line, width: 1 } },
          { ...axis, scale: 'spread', side: 1, size: 52, grid: { show: false } },
        ],
        series: [
          {},
          { scale: 'mid', label: texts.price.mid, stroke: ink, width: 1.5, points: { show: false } },
          {
            scale: 'spread',
            label: texts.price.spread,
            stroke: second,
            dash: [4, 4],
            width: 1,
            points: { show: false },
          },
        ],
      };
    },
    [],
  );
  const shown = (place === undefined ? undefined : lines.of[place]) ?? prices.at(-1);
  return (
    <div>
      <Text size="sm" c="dimmed" data-price-at={shown?.at}>
        {shown === undefined
          ? texts.price.none
          : texts.price.at(formatTime(shown.at), groupDigits(shown.mid), groupDigits(shown.spread))}
      </Text>
      <Chart label={texts.price.label(symbol)} height={HEIGHT} data={data} options={options} />
    </div>
  );
}
