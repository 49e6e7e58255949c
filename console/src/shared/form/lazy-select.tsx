import { TextInput, type SelectProps } from '@mantine/core';
import { Suspense } from 'react';
import { later } from '../later/index.ts';

const Chosen = later(() => import('./select.tsx'));

/** The list of a select is large, and loads after a screen with a table. */
export const Select = (props: SelectProps) => (
  <Suspense
    fallback={<TextInput aria-label={props['aria-label']} label={props.label} w={props.w} disabled />}
  >
    <Chosen {...props} />
  </Suspense>
);
