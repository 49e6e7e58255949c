import { TextInput } from '@mantine/core';
import { Suspense } from 'react';
import { later } from '../later/index.ts';
import type { SuggestProps } from './suggest.tsx';

const SuggestInput = later(() => import('./suggest.tsx'));

/** A text with values to choose from, whose list loads after the screen. */
export const Suggest = (props: SuggestProps) => (
  <Suspense fallback={<TextInput label={props.label} description={props.description} w={props.w} disabled />}>
    <SuggestInput {...props} />
  </Suspense>
);
