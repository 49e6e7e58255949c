import { Suspense, useEffect, type ReactNode } from 'react';
import { later } from '../later/index.ts';
import { attend, useAsked } from './confirm-store.ts';

const Dialog = later(() => import('./question.tsx'));

interface StepUpProps {
  /** Shows what is confirmed, as the server will record it. */
  readonly render: (approves: Readonly<Record<string, unknown>>) => ReactNode;
}

/** The dialog in which a person confirms a step with their second factor. */
export function StepUp({ render }: StepUpProps) {
  const asked = useAsked();
  // It ends with the session, and so does what is asked.
  useEffect(attend, []);
  return (
    <Suspense fallback={null}>{asked !== undefined && <Dialog asked={asked} render={render} />}</Suspense>
  );
}
