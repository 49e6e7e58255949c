import { Suspense } from 'react';
import { later } from '../../shared/later/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { useViewed } from '../viewed.ts';

const Overview = later(() => import('../overview/overview.tsx'));
const ProgramOverview = later(() => import('../program/overview.tsx'));

/** Partners see what they earned. Managers see the whole program, or one partner when they look at it. */
export function Home() {
  const isManager = useScope('program:view');
  const { partner_uid: uid } = useViewed();
  return (
    <Suspense fallback={null}>{isManager && uid === undefined ? <ProgramOverview /> : <Overview />}</Suspense>
  );
}
