import { Suspense } from 'react';
import { later } from '../later/index.ts';
import type { ShownOnceProps } from './dialog.tsx';

const ShownOnceDialog = later(() => import('./dialog.tsx'));

/** A secret that the server does not give again. Only the button that says it is stored closes it, and nothing leads away before. */
export const ShownOnce = (props: ShownOnceProps) => (
  <Suspense fallback={null}>
    <ShownOnceDialog {...props} />
  </Suspense>
);
