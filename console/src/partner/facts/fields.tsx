import { QuaestorError } from '@quaestor/sdk';
import { Checkbox, NativeSelect, Text, TextInput } from '@mantine/core';
import type { ComponentType } from 'react';
import { DateField } from '../../shared/form/index.ts';
import { readDecimal, writeAmount } from '../../shared/money/index.ts';
import { codeName, fieldName } from '../names-texts.ts';
import { plainText } from '../plain-text.ts';
import { dayOf, momentOf } from './moments.ts';
import type { FactField } from './queries.ts';
import { texts } from './texts.ts';

/** A fact as a person types it. */
export type Draft = Readonly<Record<string, string>>;

export type Fact = Readonly<Record<string, string | number | boolean>>;

/** An input for a field whose values can be chosen. */
export type FieldInput = ComponentType<{
  readonly label: string;
  readonly description: string;
  readonly error: string | undefined;
  readonly required: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}>;

interface FactFieldsProps {
  readonly fields: readonly FactField[];
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  /** What the server said about the last attempt. */
  readonly error: unknown;
  /** By the names of fields whose values are known. */
  readonly inputs?: Readonly<Record<string, FieldInput>>;
  /** By the names of fields whose unit depends on others. */
  readonly units?: Readonly<Record<string, string>>;
}

/** Inputs for fields of a kind, as the catalogue of the server describes them. */
export function FactFields({ fields, draft, onChange, error, inputs, units }: FactFieldsProps) {
  const faults = faultsOf(error);
  return fields.map((field) => (
    <FactInput
      key={field.name}
      field={field}
      value={draft[field.name] ?? ''}
      onChange={(value) => onChange({ ...draft, [field.name]: value })}
      error={faults.get(field.name)}
      input={inputs?.[field.name]}
      unit={units?.[field.name] ?? texts.units[field.name]}
    />
  ));
}

interface FactInputProps {
  readonly field: FactField;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  readonly input: FieldInput | undefined;
  readonly unit: string | undefined;
}

function FactInput({ field, value, onChange, error, input: Input, unit }: FactInputProps) {
  const { name, type, values, required, description, example } = field;
  const common = { label: fieldName(name), description: plainText(description), error };
  if (type === 'bool') {
    return (
      <Checkbox
        {...common}
        checked={value === 'true'}
        onChange={({ currentTarget: { checked } }) => onChange(String(checked))}
      />
    );
  }
  if (Input !== undefined) return <Input {...common} required={required} value={value} onChange={onChange} />;
  if (type === 'date') return <DateField {...common} required={required} value={value} onChange={onChange} />;
  if (type === 'datetime') {
    return (
      <DateField
        {...common}
        required={required}
        value={dayOf(value)}
        onChange={(day) => onChange(momentOf(name, day))}
      />
    );
  }
  const onText = ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value);
  if (values !== null) {
    const options = ['', ...values].map((code) => ({ value: code, label: codeName(code) }));
    return <NativeSelect {...common} required={required} data={options} value={value} onChange={onText} />;
  }
  return (
    <TextInput
      {...common}
      required={required}
      inputMode={type === 'decimal' || type === 'int' ? 'decimal' : 'text'}
      placeholder={example}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={onText}
      {...(unit !== undefined && {
        rightSection: (
          <Text span size="sm" c="dimmed">
            {unit}
          </Text>
        ),
        rightSectionWidth: `calc(${unit.length}ch + 1.5rem)`,
      })}
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
  // The server says what is wrong with anything else.
  if (type === 'decimal') return readDecimal(value) ?? value;
  return type === 'int' && /^\d{1,15}$/.test(value) ? Number(value) : value;
}

/** A stored fact as a draft. */
export const toDraft = (fields: readonly FactField[], fact: Readonly<Record<string, unknown>>): Draft =>
  Object.fromEntries(
    Object.entries(fact).flatMap(([name, value]) => {
      if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return [];
      const isDecimal = fields.some((field) => field.name === name && field.type === 'decimal');
      return [[name, isDecimal ? writeAmount(String(value)) : String(value)]];
    }),
  );
