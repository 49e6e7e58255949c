import { Box, Text, TextInput } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import type { Field } from './complete.ts';
import { faultsOf } from './faults.ts';
import { texts } from './texts.ts';

const LuceneEditor = lazy(() => import('./editor.tsx'));

interface LuceneFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The fields and values that the server knows. */
  readonly filter: { readonly fields: readonly Field[] } | undefined;
  readonly error: unknown;
  readonly placeholder: string;
}

const NO_FIELDS: readonly Field[] = [];

export function LuceneField({ value, onChange, filter, error, placeholder }: LuceneFieldProps) {
  const faults = useMemo(() => faultsOf(error), [error]);
  return (
    <Box flex="1 1 280px" miw={0}>
      <Suspense
        fallback={
          <TextInput aria-label={texts.filter} placeholder={placeholder} defaultValue={value} disabled />
        }
      >
        <LuceneEditor
          value={value}
          onSubmit={onChange}
          fields={filter?.fields ?? NO_FIELDS}
          faults={faults}
          placeholder={placeholder}
        />
      </Suspense>
      {faults.map(({ offset, message }) => (
        <Text key={`${offset} ${message}`} size="sm" c="var(--mantine-color-error)" role="alert" mt={4}>
          {texts.fault(offset, message)}
        </Text>
      ))}
    </Box>
  );
}
