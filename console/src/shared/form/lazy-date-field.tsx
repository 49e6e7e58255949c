import { TextInput } from '@mantine/core';
import { Suspense } from 'react';
import { later } from '../later/index.ts';
import type { DateFieldProps } from './date-field.tsx';

const DateFieldInput = later(() => import('./date-field.tsx'));

/** One day, typed or chosen from a calendar, which loads after the screen. */
export const DateField = (props: DateFieldProps) => (
  <Suspense fallback={<TextInput label={props.label} description={props.description} w={props.w} disabled />}>
    <DateFieldInput {...props} />
  </Suspense>
);
