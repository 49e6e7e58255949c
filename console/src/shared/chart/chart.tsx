import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef } from 'react';
import UPlot from 'uplot';
import { LANGUAGE } from '../text/index.ts';

interface ChartProps {
  readonly label: string;
  readonly height: number;
  readonly data: UPlot.AlignedData;
  /** Called with the colours of the scheme. It must not change between renders. */
  readonly options: (colourOf: (name: string) => string) => Omit<UPlot.Options, 'width' | 'height'>;
}

const AXIS = new Intl.NumberFormat(LANGUAGE);

/** Numbers of axes in the language of the page; by itself, uPlot takes that of the browser. */
const withNumbers = (axis: UPlot.Axis): UPlot.Axis => ({
  values: (_chart, numbers) => numbers.map((number) => AXIS.format(number)),
  ...axis,
});

/** A chart for the eye. What it shows is also in a table of the same screen. */
export function Chart(props: ChartProps) {
  // The colours are read when it is made.
  return <Plot key={useComputedColorScheme('light')} {...props} />;
}

function Plot({ label, height, data, options }: ChartProps) {
  const parent = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>(undefined);
  const latest = useRef(data);

  // In the frame of the table beside it, not in one of its own.
  useLayoutEffect(() => {
    latest.current = data;
    plot.current?.setData(data);
  }, [data]);

  useEffect(() => {
    const element = parent.current;
    if (element === null) return;
    const styles = getComputedStyle(document.documentElement);
    const size = () => ({ width: element.clientWidth, height });
    const { axes = [], ...others } = options((name) => styles.getPropertyValue(name).trim());
    const chart = new UPlot({ ...others, axes: axes.map(withNumbers), ...size() }, latest.current, element);
    plot.current = chart;
    const observer = new ResizeObserver(() => chart.setSize(size()));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [height, options]);

  return (
    <div ref={parent} role="img" aria-label={label} style={{ minWidth: 0, overflow: 'hidden', height }} />
  );
}
