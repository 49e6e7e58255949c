import { Skeleton } from '@mantine/core';
import { Page } from '../parts/index.ts';
import { Problem } from './problem.tsx';

interface UnloadedProps {
  /** The title of the page as long as that of its content is not known. */
  readonly title: string;
  readonly error: Error | null;
  readonly onRetry: () => void;
}

/** A page in place of one whose content is still to come, or does not come. */
export const Unloaded = ({ title, error, onRetry }: UnloadedProps) =>
  error === null ? (
    <Skeleton height={320} />
  ) : (
    <Page title={title}>
      <Problem error={error} onRetry={onRetry} />
    </Page>
  );
