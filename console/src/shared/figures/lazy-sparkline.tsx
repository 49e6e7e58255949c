import { Suspense } from 'react';
import { later } from '../later/index.ts';
import type { SparklineProps } from './sparkline.tsx';

const Drawn = later(() => import('./sparkline.tsx'));

/** The chart loads after the number above it. */
export const Sparkline = (props: SparklineProps) => (
  <Suspense fallback={<div style={{ height: 44 }} />}>
    <Drawn {...props} />
  </Suspense>
);
