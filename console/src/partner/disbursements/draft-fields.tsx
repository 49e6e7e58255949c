import { TextInput } from '@mantine/core';

/** What a person has typed so far. */
export type Draft<Field extends string> = Readonly<Partial<Record<Field, string>>>;

export const ADDRESS = ['street', 'building', 'postcode', 'town', 'country'] as const;
export type AddressField = (typeof ADDRESS)[number];

interface DraftFieldsProps<Field extends string> {
  readonly fields: readonly Field[];
  readonly draft: Draft<Field>;
  readonly onChange: (draft: Draft<Field>) => void;
  readonly labels: Readonly<Record<Field, string>>;
  readonly about: Draft<Field>;
  readonly required: ReadonlySet<Field>;
  /** What the server refused, by the path of the field. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** The member of the request that has the fields. */
  readonly within?: string;
}

/** An input for each field, with what the server says about it. */
export function DraftFields<Field extends string>(props: DraftFieldsProps<Field>) {
  const { fields, draft, onChange, labels, about, required, errors, within } = props;
  return fields.map((field) => (
    <TextInput
      key={field}
      label={labels[field]}
      description={about[field]}
      required={required.has(field)}
      autoComplete="off"
      spellCheck={false}
      value={draft[field] ?? ''}
      onChange={({ currentTarget: { value } }) => onChange({ ...draft, [field]: value })}
      error={errors[within === undefined ? field : `${within}.${field}`]?.join('; ')}
    />
  ));
}

/** The fields as they are sent. What is empty is left out. */
export const filledOf = <Field extends string>(draft: Draft<Field>, fields: readonly Field[]): Draft<Field> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = draft[field]?.trim() ?? '';
      return value === '' ? [] : [[field, value]];
    }),
  ) as Draft<Field>;
