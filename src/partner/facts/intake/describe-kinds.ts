import { Type, type Static } from 'typebox';
import { type Field, type FieldType, type Kind, KINDS } from '../kinds/index.ts';
import { needsSecondPerson } from './second-person.ts';
import { describeType } from './checks.ts';

const text = (description: string, example: string) => Type.String({ description, examples: [example] });

const FACT_FIELD = Type.Object(
  {
    name: text('As it stands in NDJSON.', 'volume_lots'),
    type: Type.Enum(['text', 'enum', 'int', 'decimal', 'date', 'datetime', 'bool'], {
      examples: ['decimal'],
    }),
    required: Type.Boolean({ examples: [true] }),
    is_key: Type.Boolean({ description: 'Whether it is part of the key.', examples: [false] }),
    unit: Type.Union([Type.String(), Type.Null()], { description: 'Of a number.', examples: ['lots'] }),
    values: Type.Union([Type.Array(Type.String()), Type.Null()], {
      description: 'What an enum can be.',
      examples: [null],
    }),
    refers_to: Type.Array(Type.String(), {
      description: 'The kinds of facts that it names one of.',
      examples: [[]],
    }),
    form: text('What a value must be.', 'a plain decimal, zero or more'),
    description: text('What it means.', 'The volume in lots.'),
    example: text('A value, as it would be in CSV.', '1.5'),
  },
  { title: 'FactField' },
);

export const FACT_KINDS = Type.Object(
  {
    kinds: Type.Array(
      Type.Object(
        {
          kind: text('As it stands in the path.', 'orders'),
          description: text('What its facts are.', 'One closed order.'),
          needs_second_person: Type.Boolean({
            description:
              'Whether people propose its facts and their withdrawal to a second person, instead of sending and voiding them.',
            examples: [false],
          }),
          fields: Type.Array(FACT_FIELD),
        },
        { title: 'FactKind' },
      ),
      { description: 'Each after those it refers to.' },
    ),
  },
  { title: 'FactKinds' },
);

/** All kinds of facts with their fields, in the order in which a program can be loaded. */
export const describeKinds = (): Static<typeof FACT_KINDS> => ({
  kinds: KINDS.map((kind) => ({
    kind: kind.name,
    description: kind.description,
    needs_second_person: needsSecondPerson(kind.name),
    fields: Object.entries(kind.fields).map(([name, field]) => describeField(kind, name, field)),
  })),
});

const describeField = (kind: Kind, name: string, field: Field): Static<typeof FACT_FIELD> => ({
  name,
  type: field.type.is,
  required: field.required,
  is_key: kind.key.includes(name),
  unit: unitOf(name, field.type),
  values: field.type.is === 'enum' ? [...field.type.values] : null,
  refers_to: kind.references.filter((reference) => reference.field === name).map(({ to }) => to),
  form: describeType(field.type),
  description: field.description,
  example: String(field.example),
});

const UNITS: readonly [RegExp, string][] = [
  [/_mln_usd$/, 'million USD'],
  [/_usd$/, 'USD'],
  [/_lots$/, 'lots'],
  [/percent/, '%'],
  [/_spread$/, 'points'],
];

function unitOf(name: string, { is }: FieldType): string | null {
  if (is !== 'decimal') return null;
  return UNITS.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}
