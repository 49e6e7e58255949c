import type { Context } from '../../kernel/index.ts';
import { readWithin, type Db } from '../../platform/postgres/index.ts';
import { EXPORT_TYPES, type ExportTypeName } from '../exports/index.ts';
import type { FilterDescription } from './schema.ts';
import { selectRecent } from './store.ts';

/** The fields that a filter of this type can use. */
export async function describeFilter(context: Context<Db>, type: ExportTypeName): Promise<FilterDescription> {
  const { fields, ...rows } = EXPORT_TYPES[type];
  const declared = [...fields.byName.values()];
  const open = declared.filter(({ values }) => values === 'recent');
  const recent = await readWithin(context, (db) =>
    selectRecent(db, rows, open, context.actor.tenant).executeTakeFirstOrThrow(),
  );
  return {
    type,
    defaultField: fields.defaultField.name,
    fields: declared.map(({ name, kind, description, values = [] }) => ({
      name,
      kind,
      description,
      values: values === 'recent' ? (recent[name] ?? []) : [...values],
    })),
  };
}
