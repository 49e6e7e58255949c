import type { Bound, Clause, Leaf, Occur, Query } from './query.ts';

const SIGNS: Record<Occur, string> = { must: '+', should: '', 'must-not': '-' };

/** Prints a query in a canonical form, which parses to the same query. */
export function print(query: Query): string {
  if (query.kind === 'all') return '*:*';
  if (query.kind === 'boolean') return query.clauses.map(printClause).join(' ');
  return `${query.field.name}:${printLeaf(query)}`;
}

function printLeaf(leaf: Leaf): string {
  switch (leaf.kind) {
    case 'exists':
      return '*';
    case 'term':
      return printText(leaf.text);
    case 'wildcard':
      return leaf.pattern.replaceAll(/\\.|[^*?]/gsu, escapeUnlessPlain);
    case 'regexp':
      return `/${printRegexp(leaf.source)}/`;
    case 'fuzzy':
      return `${printBare(leaf.text)}~${leaf.edits}`;
    default:
      return printRange(leaf.lower, leaf.upper);
  }
}

function printRange(lower: Bound | undefined, upper: Bound | undefined): string {
  const [open, close] = [lower?.inclusive ? '[' : '{', upper?.inclusive ? ']' : '}'];
  return `${open}${printBound(lower)} TO ${printBound(upper)}${close}`;
}

function printClause({ occur, query }: Clause): string {
  const text = print(query);
  return SIGNS[occur] + (query.kind === 'boolean' ? `(${text})` : text);
}

const PLAIN = /^\w[\w.-]*$/;
const KEYWORD = /^(?:AND|OR|NOT|TO)$/;

function printText(text: string): string {
  if (PLAIN.test(text) && !KEYWORD.test(text)) return text;
  // In a range, the parser may read a quotation mark after a backslash as the closing one.
  return `"${text.replaceAll('\\', String.raw`\u005c`).replaceAll('"', String.raw`\u0022`)}"`;
}

function printBound(bound: Bound | undefined): string {
  return bound ? printText(bound.text) : '*';
}

/** Without quotation marks, after which `~` would be a slop. */
function printBare(text: string): string {
  const bare = text.replaceAll(/./gsu, escapeUnlessPlain);
  return KEYWORD.test(bare) ? `\\${bare}` : bare;
}

function escapeUnlessPlain(character: string): string {
  return /^(?:\\.|[\w.]|[\u0080-\u2fff\u3001-\u{10ffff}])$/su.test(character) ? character : `\\${character}`;
}

/** The parser would skip a slash that follows a backslash. */
function printRegexp(source: string): string {
  return source.endsWith('\\') ? `(${source})` : source;
}
