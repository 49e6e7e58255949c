import { Type, type Static } from 'typebox';
import { invalid, noFieldErrors, type FieldErrors } from '../../../kernel/index.ts';
import { tableOf, type FieldType, type Kind, requireKind } from '../kinds/index.ts';
import { batchAt } from '../log/index.ts';
import { offsetQuery } from '../../../platform/lists/index.ts';
import { describeType } from '../intake/index.ts';
import { columnType, SENT_IN } from '../store/index.ts';
import type { FactsContext } from '../handle/index.ts';

const MAX_FILTERS = 20;

export const ROWS_QUERY = Type.Object(
  {
    ...offsetQuery,
    filter: Type.Optional(
      Type.Array(
        Type.String({
          maxLength: 300,
          pattern: '^[a-z0-9_]+(=|>=|<=)',
          'x-form': 'a field, one of = >= <=, and a value',
        }),
        {
          maxItems: MAX_FILTERS,
          description: 'A field, one of `=`, `>=` and `<=`, and a value. Several are combined with and.',
          examples: [['partner_uid=P1001', 'valid_from>=2024-01-01']],
        },
      ),
    ),
    updated_since: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Only facts that were sent after this time. Withdrawn facts leave no row.',
        examples: ['2024-06-01T12:00:00.000Z'],
      }),
    ),
  },
  { additionalProperties: false },
);

export const FACT_ROWS = Type.Object(
  {
    rows: Type.Array(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Integer(), Type.Boolean(), Type.Null()])),
      {
        description: 'Facts as they can be sent, in the order of their keys.',
        examples: [[{ currency: 'EUR', rate_date: '2024-03-01', per_usd: '0.92350000' }]],
      },
    ),
    count: Type.Integer({ description: 'All that match.', examples: [1] }),
  },
  { title: 'FactRows' },
);

interface RowsInput extends Static<typeof ROWS_QUERY> {
  readonly kind: string;
}

/** One page of the facts of a kind, as the store has them now. */
export async function listRows(
  { db, facts: { database }, signal }: FactsContext,
  { kind: kindName, limit = 100, offset = 0, filter = [], updated_since: time }: RowsInput,
): Promise<Static<typeof FACT_ROWS>> {
  const kind = requireKind(kindName);
  const { condition, values } = readFilters(kind, filter);
  const columns = shownColumns(kind);
  const sent = time === undefined ? 'true' : `coalesce(${SENT_IN} > ${await batchAt(db, time)}, true)`;
  const from = `from ${tableOf(kind.name)} where ${condition} and ${sent}`;
  return database.snapshot(async (session) => {
    const [counted] = await session.query<{ count: number }>(`select count(*) as count ${from}`, values, {
      signal,
    });
    const rows = await session.query<Record<string, string | number | boolean | null>>(
      `select ${columns.join(', ')} ${from}
        order by ${kind.key.map((name) => `${tableOf(kind.name)}.${name}`).join(', ')}
        limit ${limit} offset ${offset}`,
      values,
      { signal },
    );
    return { rows, count: counted?.count ?? 0 };
  }, signal);
}

/** The fields of a kind in the form in which they can be sent. */
export const shownColumns = (kind: Kind): string[] =>
  Object.entries(kind.fields).map(([name, { type }]) => shown(name, type));

function shown(name: string, { is }: FieldType): string {
  if (is === 'decimal') return `${name}::varchar as ${name}`;
  return is === 'datetime' ? `strftime(${name}, '%Y-%m-%dT%H:%M:%S.%fZ') as ${name}` : name;
}

function readFilters(kind: Kind, filters: readonly string[]): { condition: string; values: string[] } {
  const errors: FieldErrors = noFieldErrors();
  const values: string[] = [];
  const conditions = filters.map((filter, index) => {
    const [, name = '', operator = '=', value = ''] = /^([a-z0-9_]+)(=|>=|<=)(.*)$/s.exec(filter) ?? [];
    const field = Object.hasOwn(kind.fields, name) ? kind.fields[name] : undefined;
    if (!field) {
      errors[`filter.${index}`] = [`${name} is not a field of ${kind.name}`];
      return 'false';
    }
    values.push(field.type.is === 'datetime' ? value.replace(/Z$/, '') : value);
    if (!isReadable(field.type, value))
      errors[`filter.${index}`] = [`${name} must be compared with ${describeType(field.type)}`];
    return `${name} ${operator} try_cast($${values.length} as ${columnType(field.type)})`;
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return { condition: conditions.join(' and ') || 'true', values };
}

function isReadable({ is }: FieldType, value: string): boolean {
  switch (is) {
    case 'int':
    case 'decimal':
      return /^-?[0-9]{1,18}([.][0-9]{1,18})?$/.test(value);
    case 'date':
    case 'datetime':
      return /^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:.]{5,15}Z)?$/.test(value) && !Number.isNaN(Date.parse(value));
    case 'bool':
      return value === 'true' || value === 'false';
    case 'text':
    case 'enum':
      return true;
  }
}
