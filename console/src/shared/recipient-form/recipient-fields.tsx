import { Stack } from '@mantine/core';
import type { ComponentType } from 'react';
import {
  fieldsOf,
  recipientTexts as texts,
  type Answers,
  type Asking,
  type Faults,
} from '../recipients/index.ts';
import { labelOf, PROVIDER, RecipientField } from './recipient-field.tsx';

interface RecipientFieldsProps {
  readonly venues: readonly Asking[];
  readonly answers: Answers;
  readonly onChange: (answers: Answers) => void;
  readonly faults: Faults;
  /** What nobody is asked, because it has one answer here. */
  readonly settled?: readonly string[];
  /** In place of an input for what a venue calls a provider. */
  readonly provider?: ComponentType<ProviderQuestion>;
}

export interface ProviderQuestion {
  readonly venue: Asking;
  readonly value: string;
  readonly required: boolean;
  readonly error: string | undefined;
  /** With the name of the provider where it is known. */
  readonly onChoose: (id: string, name: string | undefined) => void;
}

const NAME = 'wallet.provider.name';
const NOTHING: readonly string[] = [];

/** The questions of the venues about who receives it: only those that apply to what was answered so far. */
export function RecipientFields({
  venues,
  answers,
  onChange,
  faults,
  settled = NOTHING,
  provider: Provider,
}: RecipientFieldsProps) {
  return (
    <Stack gap="sm" role="group" aria-label={texts.title}>
      {fieldsOf(venues, answers)
        .filter(({ path }) => !settled.includes(path))
        .map((field) => {
          const { path, isRequired: required } = field;
          const [fault] = faults[path] ?? [];
          const error = fault === undefined ? undefined : sayFault(fault);
          const value = answers[path] ?? '';
          // The one whose name it is: venues of the same exchange have the same list.
          const venue = venues.find(({ travelRule }) =>
            travelRule.some((question) => question.field === path),
          );
          return Provider && venue && path.startsWith(PROVIDER) ? (
            <Provider
              key={path}
              venue={venue}
              value={value}
              required={required}
              error={error}
              onChoose={(id, name) =>
                onChange({ ...answers, [path]: id, ...(name !== undefined && { [NAME]: name }) })
              }
            />
          ) : (
            <RecipientField
              key={path}
              field={field}
              value={value}
              error={error}
              onChange={(given) => onChange({ ...answers, [path]: given })}
            />
          );
        })}
    </Stack>
  );
}

/** The same for a fault that is not at a field of a form. */
export const sayMember = (path: string, fault: string): string =>
  path === '' ? sayFault(fault) : texts.member(labelOf(path), sayFault(fault));

const sayFault = (fault: string): string =>
  fault.startsWith('is required') ? texts.required : texts.fault(fault);
