import { Stack, Title } from '@mantine/core';
import { useThrottledValue } from '@mantine/hooks';
import { memo, useCallback, useMemo } from 'react';
import UPlot from 'uplot';
import { Chart } from '../../shared/chart/index.ts';
import { toDepth, type Sides } from './depth.ts';
import { texts } from './texts.ts';

const stepped = (align: 1 | -1): Partial<UPlot.Series> => {
  const paths = UPlot.paths.stepped?.({ align });
  return { ...(paths !== undefined && { paths }), points: { show: false }, spanGaps: true, width: 1.5 };
};

/** Its shape changes slowly, and it costs more to draw than the ladder. */
const DRAW_EVERY_MS = 500;

interface DepthChartProps {
  readonly sides: Sides;
  readonly symbol: string;
}

export default function DepthChart({ sides, symbol }: DepthChartProps) {
  return <Depth sides={useThrottledValue(sides, DRAW_EVERY_MS)} symbol={symbol} />;
}

const Depth = memo(({ sides, symbol }: DepthChartProps) => {
  const data = useMemo<UPlot.AlignedData>(() => {
    const { prices, bids, asks } = toDepth(sides);
    return [prices, bids, asks];
  }, [sides]);
  const options = useCallback(
    (colourOf: (name: string) => string): Omit<UPlot.Options, 'width' | 'height'> => {
      const [buy, sell, ink, line] = [
        colourOf('--quaestor-buy'),
        colourOf('--quaestor-sell'),
        colourOf('--mantine-color-dimmed'),
        colourOf('--quaestor-line'),
      ];
      const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { show: false } };
      return {
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { time: false }, y: { range: (_chart, _low, high) => [0, high * 1.05] } },
        axes: [axis, { ...axis, size: 56 }],
        series: [
          {},
          { ...stepped(-1), label: texts.ladder.bids, stroke: buy, fill: `${buy}22` },
          { ...stepped(1), label: texts.ladder.asks, stroke: sell, fill: `${sell}22` },
        ],
      };
    },
    [],
  );
  return (
    <Stack gap={4} component="section">
      <Title order={2} size="h4">
        {texts.depth.title}
      </Title>
      <Chart label={texts.depth.label(symbol)} height={200} data={data} options={options} />
    </Stack>
  );
});
