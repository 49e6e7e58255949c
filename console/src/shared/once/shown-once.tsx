import { Suspense } from 'react';
import { later } from '../later/index.ts';
import type { ShownOnceProps } from './dialog.tsx';

const ShownOnceDialog = later(() => import('./dialog.tsx'));

/** A secret that the server does not give again. Only a button closes it. */
export const ShownOnce = (props: ShownOnceProps) => (
  <Suspense fallback={null}>
    <ShownOnceDialog {...props} />
  </Suspense>
);
