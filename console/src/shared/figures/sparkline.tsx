import type UPlot from 'uplot';
import { Chart } from '../chart/index.ts';

export interface SparklineProps {
  readonly label: string;
  /** One number for each day or month, for pixels only. */
  readonly values: readonly number[];
}

const HEIGHT = 44;

const options = (colourOf: (name: string) => string): Omit<UPlot.Options, 'width' | 'height'> => {
  const ink = colourOf('--quaestor-buy');
  return {
    legend: { show: false },
    cursor: { show: false },
    padding: [2, 0, 2, 0],
    scales: { x: { time: false }, y: { range: (_chart, _low, high) => [0, high > 0 ? high * 1.05 : 1] } },
    axes: [{ show: false }, { show: false }],
    series: [{}, { stroke: ink, fill: `${ink}1f`, width: 1.5, points: { show: false } }],
  };
};

export default function Sparkline({ label, values }: SparklineProps) {
  return (
    <Chart
      label={label}
      height={HEIGHT}
      data={[values.map((_, place) => place), [...values]]}
      options={options}
    />
  );
}
