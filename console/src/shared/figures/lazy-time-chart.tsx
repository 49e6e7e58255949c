import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { later } from '../later/index.ts';
import type { TimeChartProps } from './time-chart.tsx';

const Drawn = later(() => import('./time-chart.tsx'));
const HEIGHT = 220;

/** The chart loads after the screen. */
export const TimeChart = (props: TimeChartProps) => (
  <Suspense fallback={<Skeleton height={HEIGHT} />}>
    <Drawn {...props} />
  </Suspense>
);
