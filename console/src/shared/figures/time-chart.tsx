import { useMemo } from 'react';
import type UPlot from 'uplot';
import { Chart } from '../chart/index.ts';

export interface TimeChartProps {
  readonly label: string;
  /** The days, weeks, months or years. */
  readonly slots: readonly string[];
  /** For pixels only: a number for each slot. */
  readonly values: readonly number[];
  /** The same of a second measure, which is drawn with dashes. */
  readonly dashed?: readonly number[];
}

const HEIGHT = 220;
const NONE: readonly number[] = [];

/** One or two measures over time. Their table is on the same screen. */
export default function TimeChart({ label, slots, values, dashed = NONE }: TimeChartProps) {
  const names = slots.join('\n');
  // Other names need another chart.
  const options = useMemo(() => optionsWith(names.split('\n')), [names]);
  const data = useMemo<UPlot.AlignedData>(
    () => [values.map((_, place) => place), [...values], [...dashed]],
    [values, dashed],
  );
  return <Chart label={label} height={HEIGHT} data={data} options={options} />;
}

const optionsWith =
  (names: readonly string[]) =>
  (colourOf: (name: string) => string): Omit<UPlot.Options, 'width' | 'height'> => {
    const [ink, second, dim, line] = [
      colourOf('--quaestor-buy'),
      colourOf('--quaestor-warn'),
      colourOf('--mantine-color-dimmed'),
      colourOf('--quaestor-line'),
    ];
    const axis = { stroke: dim, ticks: { show: false } };
    return {
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false },
        y: { range: (_chart, low, high) => [Math.min(0, low), high > 0 ? high * 1.08 : 1] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          space: 90,
          values: (_chart, places) => places.map((place) => names[place] ?? ''),
        },
        { ...axis, size: 64, grid: { stroke: line, width: 1 } },
      ],
      series: [
        {},
        { stroke: ink, fill: `${ink}1a`, width: 2, points: { show: false } },
        { stroke: second, dash: [6, 4], width: 2, points: { show: false } },
      ],
    };
  };
