import { Suspense } from 'react';
import { later } from '../later/index.ts';
import type { PanelProps } from './drawer.tsx';

const PanelDrawer = later(() => import('./drawer.tsx'));

/** One row of a list in detail, beside the list. The drawer loads when the first row is opened. */
export const Panel = (props: PanelProps) => (
  <Suspense fallback={null}>
    <PanelDrawer {...props} />
  </Suspense>
);
