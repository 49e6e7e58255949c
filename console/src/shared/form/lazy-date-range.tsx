import { TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { DateRangeProps } from './date-range.tsx';

const DateRangeInput = lazy(() => import('./date-range.tsx'));

/** The calendar is large, and most people never open it. */
export const DateRange = (props: DateRangeProps) => (
  <Suspense fallback={<TextInput aria-label="Dates, in UTC" placeholder="All dates" disabled />}>
    <DateRangeInput {...props} />
  </Suspense>
);
