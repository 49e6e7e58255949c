import type { Derivation } from '../derive.ts';
import { tableOf, type Kind } from '../declare.ts';
import { KINDS, kindNamed } from '../kinds/index.ts';
import { sameKey } from './batch.ts';
import { clustering } from './cluster.ts';
import { derivedColumns, keyOf } from './tables.ts';

const listed = (names: readonly string[], alias: string): string =>
  names.map((name) => `${alias}.${name}`).join(', ');

const fieldNames = (kind: Kind): string[] => Object.keys(kind.fields);

/** The rows of a relation that has the fields, with all the columns of the kind's table. */
function enrich(kind: Kind, relation: string, derivation: Derivation | undefined): string {
  if (derivation) return derivation.enrich(relation);
  const computed = Object.entries(kind.computed).map(([name, { sql }]) => `${sql} as ${name}`);
  const own = [listed(fieldNames(kind), 'fact'), ...computed];
  const parent = parentOf(kind);
  if (!parent) return `select ${own.join(', ')} from ${relation} fact`;
  return `select ${[...own, listed(parent.columns, 'parent')].join(', ')}
    from ${relation} fact join ${parent.table} parent on parent.${parent.key} = fact.${parent.through}`;
}

function parentOf(kind: Kind) {
  if (!kind.inherits) return undefined;
  const { through, columns } = kind.inherits;
  const reference = kind.references.find(({ field }) => field === through);
  if (!reference) throw new Error(`${kind.name} inherits through ${through}, which refers to nothing.`);
  return { through, columns, to: reference.to, table: tableOf(reference.to), key: keyOf(reference.to) };
}

const allColumns = (kind: Kind, derivation: Derivation | undefined): string[] => [
  ...fieldNames(kind),
  ...Object.keys(derivedColumns(kind, derivation?.columns)),
];

export const REPLACED =
  "(select * from batch semi join (select line from outcome where what = 'replaced') using (line))";

const prepared = (derivation: Derivation | undefined, relation: string): string =>
  derivation ? `${derivation.prepare(relation)};` : '';

export function insertNew(kind: Kind, derivation: Derivation | undefined, isAllNew: boolean): string {
  const columns = allColumns(kind, derivation).join(', ');
  const fresh = isAllNew ? 'batch' : '(select * from batch anti join outcome using (line))';
  const order = clustering(kind);
  return `${prepared(derivation, fresh)} insert into ${tableOf(kind.name)} (${columns})
    select ${columns} from (${enrich(kind, fresh, derivation)})${order ? ` order by ${order}` : ''}`;
}

/** Keeps the replaced rows as they were. */
export function keepFormer(kind: Kind): string {
  return `create temp table former as
    select stored.* from ${tableOf(kind.name)} stored
    join ${REPLACED} sent on ${sameKey(kind, 'sent', 'stored')}`;
}

export function updateReplaced(kind: Kind, derivation: Derivation | undefined): string {
  const latest = `(${enrich(kind, REPLACED, derivation)})`;
  return `${prepared(derivation, REPLACED)} ${update(kind, allColumns(kind, derivation), latest)}`;
}

function update(kind: Kind, columns: readonly string[], latest: string): string {
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
    const isHeir = changed.has(parentOf(candidate)?.to ?? '');
    if (isHeir) changed.add(candidate.name);
    return isHeir;
  });
}

/** Lets an heir take over anew what has changed. */
export function inheritAnew(heir: Kind): string {
  const parent = parentOf(heir);
  if (!parent) throw new Error(`${heir.name} inherits nothing.`);
  const table = tableOf(heir.name);
  const changed = parent.columns.map((name) => `${table}.${name} is distinct from parent.${name}`);
  return `update ${table} set ${parent.columns.map((name) => `${name} = parent.${name}`).join(', ')}
    from ${parent.table} parent
    where ${table}.${parent.through} = parent.${parent.key} and (${changed.join(' or ')})`;
}

export const affectedBy = (derivation: Derivation, changedKind: string): string =>
  `from ${tableOf(derivation.kind)} where ${derivation.affected(changedKind) ?? 'false'}`;

export function findAffected(derivation: Derivation, changedKind: string): string {
  return `select 1 ${affectedBy(derivation, changedKind)} limit 1`;
}

/** Computes anew what a change of another kind may have altered, and rewrites only the rows that it did alter. */
export function deriveAnew(derivation: Derivation, changedKind: string): string {
  const kind = kindNamed(derivation.kind);
  const table = tableOf(kind.name);
  const columns = Object.keys(derivation.columns);
  const changed = columns.map((name) => `${table}.${name} is distinct from latest.${name}`);
  const affectedRows = `(select ${fieldNames(kind).join(', ')} ${affectedBy(derivation, changedKind)})`;
  return `
    ${derivation.prepare(affectedRows)};
    create temp table redone as
      select ${[...kind.key, ...columns].join(', ')} from (${derivation.enrich(affectedRows)});
    ${update(kind, columns, 'redone')} and (${changed.join(' or ')});
    drop table redone`;
}

export const NEXT_VERSION = 'update fact_state set version = version + 1, as_of = $1';
