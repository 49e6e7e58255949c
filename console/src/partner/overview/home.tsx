import { lazy, Suspense } from 'react';
import { Page } from '../../shared/parts/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { useViewed } from '../viewed.ts';
import { texts } from './texts.ts';

const Overview = lazy(() => import('./overview.tsx'));

/** Partners see what they earned. Managers see it when they look at a partner. */
export function Home() {
  const isManager = useScope('program:view');
  const { partner_uid: uid } = useViewed();
  if (isManager && uid === undefined) {
    return (
      <Page title={texts.title} description={texts.program}>
        {null}
      </Page>
    );
  }
  return (
    <Suspense fallback={null}>
      <Overview />
    </Suspense>
  );
}
