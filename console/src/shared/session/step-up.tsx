import { Suspense, type ReactNode } from 'react';
import { later } from '../later/index.ts';
import { useAsked } from './confirm-store.ts';

const Dialog = later(() => import('./question.tsx'));

interface StepUpProps {
  /** Shows what is confirmed, as the server will record it. */
  readonly render: (approves: Readonly<Record<string, unknown>>) => ReactNode;
}

/** The dialog in which a person confirms a step with their second factor. */
export function StepUp({ render }: StepUpProps) {
  const asked = useAsked();
  return (
    <Suspense fallback={null}>{asked !== undefined && <Dialog asked={asked} render={render} />}</Suspense>
  );
}
