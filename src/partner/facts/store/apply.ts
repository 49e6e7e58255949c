import type { Derivation } from './derive.ts';
import { tableOf, type Kind, type Reference, KINDS } from '../kinds/index.ts';
import { sameKey, type Counts } from './batch.ts';
import { clustering } from './cluster.ts';
import { dayOf, markDays } from './mark.ts';
import { derivedColumns, keyOf, quote, SENT_IN } from './tables.ts';

const listed = (names: readonly string[], alias: string): string =>
  names.map((name) => `${alias}.${name}`).join(', ');

export const fieldNames = (kind: Kind): string[] => Object.keys(kind.fields);

/** The rows of a relation that has the fields and `sent_in`, with all the columns of the kind's table. */
export function enrich(kind: Kind, relation: string, derivation: Derivation | undefined): string {
  if (derivation) return derivation.enrich(relation);
  const computed = Object.entries(kind.computed).map(([name, { sql }]) => `${sql} as ${name}`);
  const parents = parentsOf(kind);
  const inherited = (kind.inherits?.columns ?? []).map(
    (name) => `coalesce(${parents.map(({ table }) => `${table}.${name}`).join(', ')}) as ${name}`,
  );
  const joins = parents.map((parent) => `left join ${parent.table} on ${isParent(parent, 'fact')}`);
  return `select ${[listed([...fieldNames(kind), SENT_IN], 'fact'), ...computed, ...inherited].join(', ')}
    from ${relation} fact ${joins.join(' ')}`;
}

interface Parent extends Reference {
  readonly table: string;
}

/** The kinds from which rows may take something over, each row from one of them. */
function parentsOf({ inherits, references }: Kind): Parent[] {
  return references
    .filter(({ field }) => field === inherits?.through)
    .map((reference) => ({ ...reference, table: tableOf(reference.to) }));
}

const isParent = ({ field, to, table, when }: Parent, heir: string): string =>
  [
    `${table}.${keyOf(to)} = ${heir}.${field}`,
    ...(when ? [`${heir}.${when.field} = ${quote(when.equals)}`] : []),
  ].join(' and ');

export const allColumns = (kind: Kind, derivation: Derivation | undefined): string[] => [
  ...fieldNames(kind),
  ...Object.keys(derivedColumns(kind, derivation?.columns)),
  SENT_IN,
];

/** The batch that sent the rows of `batch`; undefined if each row has it. */
export type Sender = number | undefined;

const withSender = (relation: string, sender: Sender): string =>
  sender === undefined ? relation : `(select *, ${sender}::bigint as ${SENT_IN} from ${relation})`;

export const REPLACED =
  "(select * from batch semi join (select line from outcome where what = 'replaced') using (line))";

const prepared = (derivation: Derivation | undefined, relation: string): string =>
  derivation ? `${derivation.prepare(relation)};` : '';

/** What is known about the rows of `batch`. */
export interface BatchRows {
  /** Whether no row is stored already. If some are, `outcome` tells which. */
  readonly isAllNew: boolean;
  /** Whether they are in the order of the table. */
  readonly isInOrder: boolean;
  readonly sender: Sender;
}

export function insertNew(
  kind: Kind,
  derivation: Derivation | undefined,
  { isAllNew, isInOrder, sender }: BatchRows,
): string {
  const columns = allColumns(kind, derivation).join(', ');
  const fresh = withSender(
    isAllNew ? 'batch' : '(select * from batch anti join outcome using (line))',
    sender,
  );
  // Computing what is derived does not keep the order.
  const order = isInOrder && derivation === undefined ? undefined : clustering(kind);
  return `${prepared(derivation, fresh)} insert into ${tableOf(kind.name)} (${columns})
    select ${columns} from (${enrich(kind, fresh, derivation)})${order ? ` order by ${order}` : ''}`;
}

/** Keeps the rows that are replaced or withdrawn as they were. */
export function keepFormer(
  kind: Kind,
  { replaced, withdrawn }: Pick<Counts, 'replaced' | 'withdrawn'>,
): string {
  const leaving = [
    ...(replaced > 0 ? [storedIn(kind, REPLACED)] : []),
    ...(withdrawn > 0 ? [storedIn(kind, 'withdrawal')] : []),
  ];
  const rows = leaving.join(' union all ') || `from ${tableOf(kind.name)} limit 0`;
  return `create temp table former as ${rows}`;
}

/** The stored rows whose keys a relation has. */
export const storedIn = (kind: Kind, relation: string, columns = 'stored.*'): string =>
  `select ${columns} from ${tableOf(kind.name)} stored join ${relation} sent on ${sameKey(kind, 'sent', 'stored')}`;

export function updateReplaced(kind: Kind, derivation: Derivation | undefined, sender: Sender): string {
  const replaced = withSender(REPLACED, sender);
  const latest = `(${enrich(kind, replaced, derivation)})`;
  return `${prepared(derivation, replaced)} ${update(kind, allColumns(kind, derivation), latest)}`;
}

/** Notes a batch as the last one that sent the facts which it repeated unchanged. */
export function noteRepeated(kind: Kind, sender: Sender): string {
  const repeated =
    "(select * from batch semi join (select line from outcome where what = 'repeated') using (line))";
  return update(kind, [SENT_IN], withSender(repeated, sender));
}

export function update(kind: Kind, columns: readonly string[], latest: string): string {
  const table = tableOf(kind.name);
  return `update ${table} set ${columns.map((name) => `${name} = latest.${name}`).join(', ')}
    from ${latest} latest where ${sameKey(kind, table, 'latest')}`;
}

/** Keeps the rows that were sent as they are now. */
export function keepLatter(kind: Kind): string {
  return `create temp table latter as
    select stored.* from ${tableOf(kind.name)} stored join batch on ${sameKey(kind, 'batch', 'stored')}`;
}

/** The kinds that took something over from rows of this kind, nearest first. */
export function heirsOf(kind: Kind): Kind[] {
  const changed = new Set([kind.name]);
  return KINDS.filter((candidate) => {
    const isHeir = parentsOf(candidate).some(({ to }) => changed.has(to));
    if (isHeir) changed.add(candidate.name);
    return isHeir;
  });
}

/** Updates what a kind inherits from rows that have changed. */
export function inheritAnew(heir: Kind): string {
  const { columns = [] } = heir.inherits ?? {};
  const table = tableOf(heir.name);
  const day = dayOf(heir.time && `${table}.${heir.time}`);
  const updates = parentsOf(heir).map((parent) => {
    const changed = columns.map((name) => `${table}.${name} is distinct from ${parent.table}.${name}`);
    const isChanged = `${isParent(parent, table)} and (${changed.join(' or ')})`;
    return `${markDays(table, `select ${day} as day from ${table}, ${parent.table} where ${isChanged}`)};
      update ${table} set ${columns.map((name) => `${name} = ${parent.table}.${name}`).join(', ')}
      from ${parent.table} where ${isChanged}`;
  });
  return updates.join(';');
}
