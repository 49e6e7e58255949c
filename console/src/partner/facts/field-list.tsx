import { Section } from '../../shared/parts/index.ts';
import { nameColumn, PlainTable, textColumn, type Column } from '../../shared/table/index.ts';
import { plainText } from '../plain-text.ts';
import type { FactField, FactKind } from './queries.ts';
import { texts } from './texts.ts';

const { fields: t } = texts;

/** The columns that a file of the kind can have. */
export const FieldList = ({ kind }: { kind: FactKind }) => (
  <Section title={t.title(texts.kindName(kind.kind))} description={t.about}>
    <PlainTable
      name={t.title(texts.kindName(kind.kind))}
      columns={COLUMNS}
      rows={kind.fields}
      idOf={({ name }) => name}
    />
  </Section>
);

const COLUMNS: readonly Column<FactField>[] = [
  nameColumn('name', t.columns.name, ({ name }) => name),
  textColumn('required', t.columns.required, ({ required, is_key }) =>
    is_key ? t.key : required ? t.required : t.optional,
  ),
  textColumn('meaning', t.columns.meaning, ({ description }) => plainText(description)),
  textColumn('form', t.columns.form, ({ form }) => form),
  textColumn('example', t.columns.example, ({ example }) => example),
];
