import { useMemo } from 'react';
import type UPlot from 'uplot';
import { Chart } from '../chart/index.ts';
import { LANGUAGE } from '../text/index.ts';
import { LINES } from './lines.ts';

export interface TimeChartProps {
  readonly label: string;
  /** The days, weeks, months or years. */
  readonly slots: readonly string[];
  /** For pixels only: of each line a number for each slot, or null where there is none. The first is filled. */
  readonly lines: readonly (readonly (number | null)[])[];
}

const HEIGHT = 220;
/** `20M`: long numbers have no room beside the chart. */
const SHORT = new Intl.NumberFormat(LANGUAGE, { notation: 'compact', maximumFractionDigits: 2 });

/** A few lines over time. Their table is on the same screen. */
export default function TimeChart({ label, slots, lines }: TimeChartProps) {
  const names = slots.join('\n');
  // Other names or lines need another chart.
  const options = useMemo(() => optionsWith(names.split('\n'), lines.length), [names, lines.length]);
  const data = useMemo<UPlot.AlignedData>(
    () => [slots.map((_, place) => place), ...lines.map((line) => [...line])],
    [slots, lines],
  );
  return <Chart label={label} height={HEIGHT} data={data} options={options} />;
}

const optionsWith =
  (names: readonly string[], count: number) =>
  (colourOf: (name: string) => string): Omit<UPlot.Options, 'width' | 'height'> => {
    const [dim, line] = [colourOf('--mantine-color-dimmed'), colourOf('--quaestor-line')];
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
        {
          ...axis,
          size: 64,
          grid: { stroke: line, width: 1 },
          values: (_chart, ticks) => ticks.map((tick) => SHORT.format(tick)),
        },
      ],
      series: [
        {},
        ...LINES.slice(0, count).map(({ colour, dash }, place) => {
          const ink = colourOf(colour);
          return {
            stroke: ink,
            dash: [...dash],
            width: 2,
            points: { show: false },
            ...(place === 0 && { fill: `${ink}1a` }),
          };
        }),
      ],
    };
  };
