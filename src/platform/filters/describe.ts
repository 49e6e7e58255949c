import type { Context } from '../../kernel/index.ts';
import type { Fields } from '../lucene/index.ts';
import { readWithin, type Db } from '../postgres/index.ts';
import type { FilterDescription } from './schema.ts';
import { selectRecent, type Rows } from './store.ts';

interface Filtered extends Rows {
  readonly fields: Fields;
}

/** The fields that a filter of this type of rows can use. */
export async function describeFilter(
  context: Context<Db>,
  type: string,
  { fields, ...rows }: Filtered,
): Promise<FilterDescription> {
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
