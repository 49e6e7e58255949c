import { QuaestorError } from '@quaestor/sdk';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { labelOf } from '../../shared/text/index.ts';
import { plainText } from '../plain-text.ts';
import type { FactField } from './queries.ts';

/** A fact as a person types it. */
export type Draft = Readonly<Record<string, string>>;

export type Fact = Readonly<Record<string, string | number | boolean>>;

interface FactFieldsProps {
  readonly fields: readonly FactField[];
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  /** What the server said about the last attempt. */
  readonly error: unknown;
}

/** Inputs for fields of a kind, as the catalogue of the server describes them. */
export function FactFields({ fields, draft, onChange, error }: FactFieldsProps) {
  const faults = faultsOf(error);
  return fields.map((field) => (
    <FactInput
      key={field.name}
      field={field}
      value={draft[field.name] ?? ''}
      onChange={(value) => onChange({ ...draft, [field.name]: value })}
      error={faults.get(field.name)}
    />
  ));
}

interface FactInputProps {
  readonly field: FactField;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
}

function FactInput({ field, value, onChange, error }: FactInputProps) {
  const { name, type, values, required, description, example } = field;
  const common = { label: labelOf(name), description: plainText(description), error };
  if (type === 'bool') {
    return (
      <Checkbox
        {...common}
        checked={value === 'true'}
        onChange={({ currentTarget: { checked } }) => onChange(String(checked))}
      />
    );
  }
  const onText = ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value);
  if (values !== null) {
    const options = ['', ...values].map((code) => ({ value: code, label: labelOf(code) }));
    return <NativeSelect {...common} required={required} data={options} value={value} onChange={onText} />;
  }
  return (
    <TextInput
      {...common}
      required={required}
      type={type === 'date' ? 'date' : 'text'}
      inputMode={type === 'decimal' || type === 'int' ? 'decimal' : 'text'}
      placeholder={type === 'date' ? undefined : example}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={onText}
    />
  );
}

/** By the last member of their paths: `lines.1.country` is the field `country`. */
function faultsOf(error: unknown): ReadonlyMap<string, string> {
  const errors = error instanceof QuaestorError ? Object.entries(error.errors) : [];
  return new Map(errors.map(([path, faults]) => [path.slice(path.lastIndexOf('.') + 1), faults.join('; ')]));
}

/** The fact to send. What is empty is left out. */
export function toFact(fields: readonly FactField[], draft: Draft): Fact {
  const fact: Record<string, Fact[string]> = {};
  for (const { name, type } of fields) {
    const value = draft[name]?.trim() ?? '';
    if (value !== '') fact[name] = typed(type, value);
  }
  return fact;
}

function typed(type: FactField['type'], value: string): Fact[string] {
  if (type === 'bool') return value === 'true';
  return type === 'int' && /^\d{1,15}$/.test(value) ? Number(value) : value;
}

/** A stored fact as a draft. */
export const toDraft = (fact: Readonly<Record<string, unknown>>): Draft =>
  Object.fromEntries(
    Object.entries(fact).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? [[name, String(value)]]
        : [],
    ),
  );
