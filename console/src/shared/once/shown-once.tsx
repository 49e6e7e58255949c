import { lazy, Suspense } from 'react';
import type { ShownOnceProps } from './dialog.tsx';

const ShownOnceDialog = lazy(() => import('./dialog.tsx'));

/** A secret that the server does not give again. Only a button closes it. */
export const ShownOnce = (props: ShownOnceProps) => (
  <Suspense fallback={null}>
    <ShownOnceDialog {...props} />
  </Suspense>
);
