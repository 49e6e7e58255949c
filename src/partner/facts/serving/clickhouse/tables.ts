import type { Session } from '../../../../platform/duckdb/index.ts';
import { tableOf, type Kind, KINDS } from '../../kinds/index.ts';
import { dayOf, quote } from '../../store/index.ts';

/** A table of the store that reports read. */
export interface ServedTable {
  readonly name: string;
  readonly key: readonly string[];
  /** The column whose days divide its rows into chunks; without it they are one chunk. */
  readonly time?: string | undefined;
  /** Whether its rows come from PostgreSQL and not from the log, so that no batch marks their days. */
  readonly isUnlogged?: boolean | undefined;
  /** The table that its rows are computed from, if it is no table of the store. */
  readonly source?: string | undefined;
  readonly columns: readonly Column[];
}

export interface Column {
  readonly name: string;
  /** The type in DuckDB. */
  readonly type: string;
  readonly isNullable: boolean;
}

/** Only rewards are computed from tariffs. */
const isReported = ({ name }: Kind): boolean => name !== 'tariffs';

type Declared = Omit<ServedTable, 'columns'>;

const FACTS: readonly Declared[] = KINDS.filter(isReported).map(({ name, key, time }) => ({
  name: tableOf(name),
  key,
  time,
}));

const PAYOUTS: readonly Declared[] = [
  { name: 'credited_rewards', key: ['id'], time: 'reward_date' },
  { name: 'progress_rewards', key: ['compensation_id', 'reward_order'] },
  { name: 'progress_reward_details', key: ['id'], time: 'reward_date' },
];

const NAMES: readonly Declared[] = [
  { name: 'account_names', key: ['partner_account'], isUnlogged: true },
  { name: 'renamed_accounts', key: ['partner_account'], isUnlogged: true },
];

/** What identifies a row beyond the store: the numbers of a store mean nothing in another one. */
const IDENTIFIERS: Readonly<Record<string, { readonly table: string; readonly column: string }>> = {
  partner_no: { table: 'partners', column: 'partner_uid' },
  client_no: { table: 'clients', column: 'client_uid' },
  account_no: { table: 'client_accounts', column: 'client_account' },
};

/** Where partners are. All partners of a tree are on one shard, since reports of a partner read the partners below. */
export const PLACEMENTS: ServedTable = {
  name: 'placements',
  source: 'partners',
  key: ['partner_uid'],
  columns: [
    { name: 'partner_uid', type: 'VARCHAR', isNullable: false },
    { name: 'shard', type: 'INTEGER', isNullable: false },
  ],
};

const PARTNER = 'partner_no';

/** Numbers of a store that only the arithmetic of rewards reads. */
const UNREPORTED: ReadonlySet<string> = new Set(['parent_no']);

/** The tables of a store with their columns, in the order in which they are copied. */
export async function describeTables(session: Pick<Session, 'query'>): Promise<ServedTable[]> {
  const found = await session.query<Column & { table: string }>(`
    select table_name as "table", column_name as name, data_type as type, is_nullable as "isNullable"
    from duckdb_columns() where not internal and database_name = current_database()
    order by table_name, column_index`);
  const described = [...FACTS, ...PAYOUTS, ...NAMES].map((declared) => ({
    ...declared,
    columns: found.filter(({ table, name }) => table === declared.name && !UNREPORTED.has(name)),
  }));
  return [PLACEMENTS, ...described];
}

/**
 * Whether each shard has the rows of its own partners. Other tables are small, and each shard has all their rows; the
 * accounts of partners are among them, so that any shard can answer which state a partner's reports have.
 */
export const isDivided = (table: string, columns: readonly string[]): boolean =>
  columns.includes(PARTNER) && table !== 'partner_accounts';

/**
 * A select of the rows of a table as they are served, of all shards or of one and of all days or of some, with their
 * `chunk` and `row_hash`.
 */
export function servedRows(served: ServedTable, shard: number | undefined, days?: readonly string[]): string {
  const { name, columns, time } = served;
  const joined = columns.flatMap((column) => {
    const { table, column: identifier } = IDENTIFIERS[column.name] ?? {};
    return table === undefined || identifier === undefined
      ? []
      : [{ number: column.name, table, identifier }];
  });
  const identifiers = new Map(joined.map(({ number, identifier }) => [number, identifier]));
  const selected = columns.map((column) => {
    const identifier = identifiers.get(column.name);
    if (identifier === undefined) return `fact.${column.name} as ${column.name}`;
    const text = `by_${column.name}.${identifier}`;
    return `${isOptional(served, column) ? text : `coalesce(${text}, '')`} as ${column.name}`;
  });
  const joins = joined.map(
    ({ number, table }) => `left join ${table} by_${number} on by_${number}.${number} = fact.${number}`,
  );
  const names = columns.map((column) => column.name);
  const placed = `left join ${PLACEMENTS.name} placed on placed.${PARTNER} = fact.${PARTNER}`;
  const isPlaced = shard !== undefined && isDivided(name, names);
  const conditions = [
    ...(isPlaced ? [`coalesce(placed.shard, 0) = ${shard}`] : []),
    ...(days && time !== undefined ? [`(${isWithin(`fact.${time}`, days)})`] : []),
  ];
  return `select *, ${dayOf(time)} as chunk, ${rowHash(names)} as row_hash
    from (
      select ${selected.join(', ')} from ${name} fact ${joins.join(' ')} ${isPlaced ? placed : ''}
      where ${conditions.join(' and ') || 'true'}
    )`;
}

/**
 * A hash of several columns mixes the last one in by exclusive or. Hashed again, rows that change alike do not cancel
 * each other in the digest of a day, which is the exclusive or of their hashes.
 */
const rowHash = (columns: readonly string[]): string => `hash(hash(${columns.join(', ')}))`;

const DAY_MS = 86_400_000;

/** A condition with ranges of days, by which the engine skips blocks that have none of them. */
function isWithin(time: string, days: readonly string[]): string {
  const ranges: { first: string; last: string }[] = [];
  for (const day of days.toSorted()) {
    const range = ranges.at(-1);
    if (range && Date.parse(day) - Date.parse(range.last) <= DAY_MS) range.last = day;
    else ranges.push({ first: day, last: day });
  }
  const conditions = ranges.map(
    ({ first, last }) => `(${time} >= date ${quote(first)} and ${time} < date ${quote(last)} + 1)`,
  );
  return conditions.join(' or ') || 'false';
}

/** Rows are sorted by their partner and their key, which therefore are never null. */
const isOptional = ({ key }: ServedTable, { name, isNullable }: Column): boolean =>
  isNullable && name !== PARTNER && !key.includes(name);

/** `until` of rows that hold. */
export const OPEN = 4_294_967_295;

/** What is published stays after a loss of power. */
const SYNCED = 'fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1';

/** Creates the table in ClickHouse. */
export function createTable(table: ServedTable, name: string, engine: string): string {
  const { columns, key } = table;
  const declared = columns.map((column) => `${column.name} ${servedType(table, column)}`);
  const hasPartner = columns.some((column) => column.name === PARTNER);
  const order = [...(hasPartner ? [PARTNER] : []), 'chunk', ...key];
  return `create table if not exists ${name} (
    ${declared.join(', ')}, chunk Date, row_hash UInt64, since UInt32, until UInt32
  ) engine = ${engine} partition by ${partitionOf(table)} order by (${[...new Set(order)].join(', ')})
  settings ${SYNCED}`;
}

/** Like the order of the store: only orders fill the parts of a month. */
function partitionOf({ name, time }: ServedTable): string {
  if (time === undefined) return 'tuple()';
  return name === 'orders' ? 'toYYYYMM(chunk)' : 'toYear(chunk)';
}

/** The partitions that have the rows of some days, which are written as 2024-03-31. */
export function partitionsWith({ name, time }: ServedTable, days: readonly string[]): string[] {
  if (time === undefined) return ['tuple()'];
  const length = name === 'orders' ? '2024-03'.length : '2024'.length;
  return [...new Set(days.map((day) => day.slice(0, length).replace('-', '')))];
}

const TYPES: readonly (readonly [RegExp, (type: string) => string])[] = [
  [/^VARCHAR$/, () => 'String'],
  [/^BIGINT$/, () => 'Int64'],
  [/^INTEGER$/, () => 'Int32'],
  [/^SMALLINT$/, () => 'Int16'],
  [/^DECIMAL\(\d+,\s*\d+\)$/, (type) => type.replace('DECIMAL', 'Decimal')],
  [/^DATE$/, () => 'Date'],
  [/^TIMESTAMP$/, () => "DateTime64(6, 'UTC')"],
  [/^BOOLEAN$/, () => 'Bool'],
];

function servedType(table: ServedTable, column: Column): string {
  const known = TYPES.find(([pattern]) => pattern.test(column.type));
  if (!known) throw new Error(`ClickHouse has no type for ${column.name} ${column.type}.`);
  const type = column.name in IDENTIFIERS ? 'String' : known[1](column.type);
  return isOptional(table, column) ? `Nullable(${type})` : type;
}
