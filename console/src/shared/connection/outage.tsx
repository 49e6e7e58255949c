import { Suspense, useEffect } from 'react';
import { later } from '../later/index.ts';
import { useOutage } from './connection.ts';

const Banner = later(() => import('./banner.tsx'));

/** Says that the server does not answer, while it does not. */
export function OutageBanner() {
  const outage = useOutage();
  // At hand when the server is not.
  useEffect(() => void Banner.preload(), []);
  return <Suspense fallback={null}>{outage !== undefined && <Banner {...outage} />}</Suspense>;
}
