import { Checkbox, SegmentedControl, Select, Textarea, TextInput, Input } from '@mantine/core';
import { DateField } from '../form/index.ts';
import { countryName } from '../text/index.ts';
import { recipientTexts as texts, type Field } from '../recipients/index.ts';
import { COUNTRIES } from './countries.ts';

interface RecipientFieldProps {
  readonly field: Field;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** Before the exchange whose name for a provider it is. */
export const PROVIDER = 'wallet.provider.ids.';

const MOST_CHARACTERS = 256;
const ALONE: ReadonlySet<string> = new Set(['relation', 'party.kind', 'wallet.kind']);
const COUNTRY = /(?:\.country|\.issuedBy)$/;
const DAY = /(?:\.birthDate|\.expires)$/;
const LONG = 'purpose.text';
const countries = COUNTRIES.map((code) => ({ value: code, label: countryName(code) })).toSorted((a, b) =>
  a.label.localeCompare(b.label),
);

/** One answer about who receives it. */
export function RecipientField({ field, value, error, onChange }: RecipientFieldProps) {
  const { path, isRequired: required, choices } = field;
  const label = labelOf(path);
  const description = texts.about[path];
  const common = { label, description, required, error };
  if (path === 'declared') {
    return (
      <Checkbox
        label={label}
        checked={value === 'true'}
        error={error}
        onChange={(event) => onChange(event.currentTarget.checked ? 'true' : '')}
      />
    );
  }
  if (choices !== undefined) {
    const data = choices.map((choice) => ({ value: choice, label: texts.choices[path]?.[choice] ?? choice }));
    return ALONE.has(path) ? (
      <Input.Wrapper label={label} labelElement="div" withAsterisk={required} error={error}>
        <SegmentedControl
          fullWidth
          orientation={data.some((one) => one.label.length > 20) ? 'vertical' : 'horizontal'}
          aria-label={label}
          data={[...data]}
          value={value}
          onChange={onChange}
        />
      </Input.Wrapper>
    ) : (
      <Select
        {...common}
        clearable={!required}
        data={data}
        value={value === '' ? null : value}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    );
  }
  if (COUNTRY.test(path)) {
    return (
      <Select
        {...common}
        searchable
        clearable={!required}
        data={countries}
        value={value === '' ? null : value}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    );
  }
  if (DAY.test(path)) return <DateField {...common} value={value} onChange={onChange} />;
  const Text = path === LONG ? Textarea : TextInput;
  return (
    <Text
      {...common}
      autoComplete="off"
      maxLength={path === LONG ? 500 : MOST_CHARACTERS}
      value={value}
      onChange={(event: { readonly currentTarget: { readonly value: string } }) =>
        onChange(event.currentTarget.value)
      }
    />
  );
}

/** What people call a member. */
export const labelOf = (path: string): string =>
  path.startsWith(PROVIDER) ? texts.providerId(path.slice(PROVIDER.length)) : (texts.fields[path] ?? path);
