import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { TimeChartProps } from './time-chart.tsx';

const Drawn = lazy(() => import('./time-chart.tsx'));
const HEIGHT = 220;

/** The chart loads after the screen. */
export const TimeChart = (props: TimeChartProps) => (
  <Suspense fallback={<Skeleton height={HEIGHT} />}>
    <Drawn {...props} />
  </Suspense>
);
