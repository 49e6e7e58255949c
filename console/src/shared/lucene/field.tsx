import { Text, TextInput } from '@mantine/core';
import { Suspense, useMemo } from 'react';
import { later } from '../later/index.ts';
import type { Field } from './complete.ts';
import { faultsOf } from './faults.ts';
import { texts } from './texts.ts';

const LuceneEditor = later(() => import('./editor.tsx'));

interface LuceneFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The fields and values that the server knows. */
  readonly filter: { readonly fields: readonly Field[] } | undefined;
  readonly error: unknown;
  /** The parameter of the request that the filter is; `q` unless it is named. */
  readonly field?: string | undefined;
  /** A filter that shows what can be asked for. */
  readonly example: string;
  /** Whether every change counts, as in a form, or only Enter. */
  readonly isEager?: boolean;
}

const NO_FIELDS: readonly Field[] = [];

export function LuceneField(props: LuceneFieldProps) {
  const { value, onChange, filter, error, field, example, isEager = false } = props;
  const placeholder = texts.example(example);
  const faults = useMemo(() => faultsOf(error, field), [error, field]);
  return (
    <div>
      <Suspense
        fallback={
          <TextInput
            aria-label={texts.filter}
            placeholder={placeholder}
            defaultValue={value}
            disabled
            data-loading
          />
        }
      >
        <LuceneEditor
          value={value}
          onSubmit={onChange}
          fields={filter?.fields ?? NO_FIELDS}
          faults={faults}
          placeholder={placeholder}
          isEager={isEager}
        />
      </Suspense>
      {faults.map(({ offset, message }) => (
        <Text key={`${offset} ${message}`} size="sm" c="var(--mantine-color-error)" role="alert" mt={4}>
          {texts.fault(offset, message)}
        </Text>
      ))}
    </div>
  );
}
