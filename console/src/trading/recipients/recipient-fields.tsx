import { Stack } from '@mantine/core';
import { fieldsOf, type Answers, type Asking } from './fields.ts';
import ProviderField from './provider-field.tsx';
import type { Faults } from './queries.ts';
import { labelOf, RecipientField } from './recipient-field.tsx';
import { texts } from './texts.ts';

interface RecipientFieldsProps {
  readonly venues: readonly Asking[];
  readonly answers: Answers;
  readonly onChange: (answers: Answers) => void;
  readonly faults: Faults;
}

const PROVIDER = 'wallet.provider.ids.';
const NAME = 'wallet.provider.name';

/** The questions of the venues about who receives it: only those that apply to what was answered so far. */
export default function RecipientFields({ venues, answers, onChange, faults }: RecipientFieldsProps) {
  return (
    <Stack gap="sm" role="group" aria-label={texts.title}>
      {fieldsOf(venues, answers).map((field) => {
        const { path, isRequired } = field;
        const [fault] = faults[path] ?? [];
        const error = fault === undefined ? undefined : sayFault(fault);
        const value = answers[path] ?? '';
        // The one whose name it is: venues of the same exchange have the same list.
        const venue = venues.find(({ travelRule }) => travelRule.some((question) => question.field === path));
        return path.startsWith(PROVIDER) && venue !== undefined ? (
          <ProviderField
            key={path}
            venue={venue}
            value={value}
            required={isRequired}
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
