import { LRUCache } from 'lru-cache';
import { sha256 } from '../../../kernel/index.ts';
import type { SyntaxTree } from '../../../platform/duckdb/index.ts';
import type { Reader } from '../../facts/serving/index.ts';
import { VISIBLE } from '../query/index.ts';

/** Expressions have a class; everything else that has a type has none. */
type Node = Readonly<Record<string, SyntaxTree>>;

/** Nodes that read nothing by themselves. */
const HARMLESS: ReadonlySet<SyntaxTree> = new Set([
  'SELECT_NODE',
  'SET_OPERATION_NODE',
  'JOIN',
  'SUBQUERY',
  'EMPTY',
  'ORDER_MODIFIER',
  'LIMIT_MODIFIER',
  'ASCENDING',
  'DESCENDING',
  'ORDER_DEFAULT',
  'DECIMAL_TYPE_INFO',
  'UNBOUND_TYPE_INFO',
]);

/** Digests of statements that passed. */
const passed = new LRUCache<string, true>({ max: 10_000 });

/**
 * Refuses SQL of a declaration that reads anything but the relations it got from its reach and its own common table
 * expressions. It is judged by what the engine's own parser makes of it, and by what is allowed, not by what is
 * forbidden.
 */
export async function checkRelations(reader: Pick<Reader, 'parse'>, declared: string): Promise<void> {
  const digest = sha256(declared).toString('base64');
  if (passed.has(digest)) return;
  const { statements = [], error_message: message } = await reader.parse(declared);
  const [statement, ...others] = statements;
  if (statement === undefined || others.length > 0) refuse(message ?? 'it is not one statement');
  check(statement, new Set());
  passed.set(digest, true);
}

function check(tree: SyntaxTree, visible: ReadonlySet<string>): void {
  if (Array.isArray(tree)) {
    for (const part of tree as readonly SyntaxTree[]) check(part, visible);
  } else if (tree !== null && typeof tree === 'object') {
    const { cte_map: expressions, ...rest } = tree as Node;
    checkNode(rest);
    if (rest['type'] === 'BASE_TABLE') checkTable(rest, visible);
    const inner = checkExpressions(expressions, visible);
    for (const part of Object.values(rest)) check(part, inner);
  }
}

/** Each sees those before it; all are visible to the rest of their query and nowhere else. */
function checkExpressions(
  expressions: SyntaxTree | undefined,
  visible: ReadonlySet<string>,
): ReadonlySet<string> {
  const { map = [] } = (expressions ?? {}) as { map?: readonly { key: string; value: SyntaxTree }[] };
  return map.reduce((seen, { key, value }) => {
    check(value, seen);
    return new Set([...seen, key]);
  }, visible);
}

function checkNode(node: Node): void {
  const { class: kind, type, value } = node;
  // DuckDB issue 22352: a window over a union with an empty branch invalidates the whole database.
  if (kind === 'WINDOW') refuse('it has a window');
  if (kind === 'CONSTANT' && JSON.stringify(value).includes('$')) refuse('a text in it holds a placeholder');
  const isOther = kind === undefined && typeof type === 'string' && type !== 'BASE_TABLE';
  if (isOther && !HARMLESS.has(type)) refuse(`it has a part of type ${type}`);
}

function checkTable(table: Node, visible: ReadonlySet<string>): void {
  const {
    catalog_name: catalog = '',
    schema_name: schema = '',
    table_name: name = '',
  } = table as Readonly<Record<string, string | undefined>>;
  const isQualified = catalog !== '' || schema !== '';
  if (!isQualified && (visible.has(name) || name.startsWith(VISIBLE))) return;
  const path = [catalog, schema, name].filter((part) => part !== '').join('.');
  refuse(`it reads ${path}, which is no relation of its reach`);
}

function refuse(reason: string): never {
  throw new Error(`The SQL of this report is refused: ${reason}.`);
}
