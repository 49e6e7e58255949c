import { tableOf, type Field, type FieldType, type Kind, kindNamed, KINDS } from '../kinds/index.ts';

export const quote = (value: string): string => `'${value.replaceAll("'", "''")}'`;

export function columnType(type: FieldType): string {
  switch (type.is) {
    case 'text':
    case 'enum':
      return 'varchar';
    case 'int':
      return 'bigint';
    case 'decimal':
      return `decimal(${type.precision}, ${type.scale})`;
    case 'date':
      return 'date';
    case 'datetime':
      return 'timestamp';
    case 'bool':
      return 'boolean';
  }
}

/** The column of each table for the batch of the log that last sent the fact. */
export const SENT_IN = 'sent_in';

/** Columns that the store adds to a kind's own fields. */
export type DerivedColumns = Readonly<Record<string, string>>;

const INHERITED: DerivedColumns = {
  partner_no: 'integer',
  partner_account: 'varchar',
  client_no: 'integer',
  account_no: 'integer',
  trial: 'boolean',
};

export function derivedColumns(kind: Kind, further: DerivedColumns = {}): DerivedColumns {
  const computed = Object.entries(kind.computed).map(([name, { type }]) => [name, type] as const);
  const inherited = (kind.inherits?.columns ?? []).map((name) => [name, INHERITED[name] ?? ''] as const);
  return { ...Object.fromEntries([...computed, ...inherited]), ...further };
}

/**
 * Texts by which rows are joined. Packed ones cost a reader of a few rows the unpacking of all different texts of
 * their block, which for these are nearly as many as there are rows.
 */
function isJoined({ key, references }: Kind, name: string): boolean {
  return (key.length === 1 && key[0] === name) || references.some(({ field }) => field === name);
}

function columnOf(kind: Kind, name: string, { type, required }: Field): string {
  const packing = type.is === 'text' && isJoined(kind, name) ? ' using compression uncompressed' : '';
  return `${name} ${columnType(type)}${required ? ' not null' : ''}${packing}`;
}

/**
 * Partners, clients and their accounts are known inside the store by small numbers: the engine keeps the range of each
 * block of a column, but of a text only its first eight characters, which many identifiers have in common.
 */
export function createTable(kind: Kind, further: DerivedColumns, name = tableOf(kind.name)): string {
  const columns = [
    ...Object.entries(kind.fields).map(([name, field]) => columnOf(kind, name, field)),
    ...Object.entries(derivedColumns(kind, further)).map(([name, type]) => `${name} ${type}`),
    `${SENT_IN} bigint not null`,
    ...(kind.number ? [`${kind.number} integer not null default nextval('${kind.number}')`] : []),
  ];
  return `create table ${name} (\n  ${columns.join(',\n  ')}\n)`;
}

/** Where the numbers come from. */
export const CREATE_SEQUENCES: string = KINDS.flatMap(({ number }) =>
  number ? [`create sequence ${number};`] : [],
).join(' ');

/** The one field that other kinds refer to this one by. */
export function keyOf(kindName: string): string {
  const key = kindNamed(kindName).key;
  if (key.length !== 1) throw new Error(`${kindName} has no key of one field to refer to.`);
  return `${key[0]}`;
}
