import { TextInput } from '@mantine/core';
import { Suspense } from 'react';
import { later } from '../later/index.ts';
import { UTC } from '../text/index.ts';
import type { DateRangeProps } from './date-range.tsx';
import { texts } from './texts.ts';

const DateRangeInput = later(() => import('./date-range.tsx'));

/** The calendar is large, and most people never open it. */
export const DateRange = (props: DateRangeProps) => (
  <Suspense
    fallback={
      <TextInput
        aria-label={props.label ?? texts.dates(props.zone ?? UTC)}
        placeholder={texts.allDates}
        disabled
      />
    }
  >
    <DateRangeInput {...props} />
  </Suspense>
);
