import type { Field, FieldKind } from './fields.ts';
import type { Bound, Clause, Leaf, Query } from './query.ts';

/**
 * A SQL condition as the arguments of a template tag: one more fragment than parameters. Fragments consist of constants
 * and of the fields' columns, never of the filter's text.
 */
export interface Condition {
  readonly fragments: TemplateStringsArray;
  readonly parameters: readonly (string | number)[];
}

/**
 * Translates a query to SQL, for any SQL tag: `sql(condition.fragments, ...condition.parameters)`. The condition may be
 * null for a row, which excludes the row.
 */
export function lower(query: Query): Condition {
  const writer = new Writer();
  writer.query(query);
  return writer.condition();
}

const TYPES: Record<FieldKind, string> = {
  keyword: 'text',
  keywords: 'text',
  number: 'numeric',
  // As text, because drivers truncate times to milliseconds.
  time: 'text::timestamptz',
};

class Writer {
  readonly #fragments: string[] = [];
  readonly #parameters: (string | number)[] = [];
  /** The current fragment. */
  #tail = '';

  condition(): Condition {
    const fragments = [...this.#fragments, this.#tail];
    return { fragments: Object.assign(fragments, { raw: fragments }), parameters: this.#parameters };
  }

  query(query: Query): void {
    if (query.kind === 'all') this.#tail += 'true';
    else if (query.kind === 'boolean') this.#boolean(query.clauses);
    else if (query.field.kind === 'keywords') this.#member(query);
    else this.#leaf(query, query.field.column);
  }

  /** With a required clause, optional clauses only affect scores; prohibited clauses alone select nothing. */
  #boolean(clauses: readonly Clause[]): void {
    const must = clauses.filter(({ occur }) => occur === 'must');
    const should = clauses.filter(({ occur }) => occur === 'should');
    const mustNot = clauses.filter(({ occur }) => occur === 'must-not');
    if (must.length + should.length === 0) {
      this.#tail += 'false';
      return;
    }
    this.#tail += '((';
    if (must.length > 0) this.#list(must, ' and ', ({ query }) => this.query(query));
    else this.#any(should);
    this.#tail += ')';
    if (mustNot.length > 0) {
      this.#tail += ' and (';
      this.#any(mustNot);
      // `is not true` instead of `not`: a null column satisfies a prohibited clause.
      this.#tail += ') is not true';
    }
    this.#tail += ')';
  }

  /** At least one clause holds. Clauses on one list share a single pass over its members. */
  #any(clauses: readonly Clause[]): void {
    const scans = new Map<Field, Leaf[]>();
    const others: Query[] = [];
    for (const { query } of clauses) {
      if (isMemberScan(query)) scans.set(query.field, [...(scans.get(query.field) ?? []), query]);
      else others.push(query);
    }
    const parts = [
      ...others.map((query) => () => this.query(query)),
      ...Array.from(
        scans,
        ([field, leaves]) =>
          () =>
            this.#scanMembers(leaves, field),
      ),
    ];
    this.#list(parts, ' or ', (write) => write());
  }

  #list<Item>(items: readonly Item[], separator: string, write: (item: Item) => void): void {
    for (const [index, item] of items.entries()) {
      if (index > 0) this.#tail += separator;
      write(item);
    }
  }

  /** A condition on a list holds if it holds for one member. */
  #member(leaf: Leaf): void {
    const { column } = leaf.field;
    if (leaf.kind === 'exists') this.#tail += `cardinality(${column}) > 0`;
    else if (leaf.kind === 'term') {
      this.#tail += `${column} @> array[`;
      this.#parameter(leaf.text, 'text');
      this.#tail += ']';
    } else this.#scanMembers([leaf], leaf.field);
  }

  #scanMembers(leaves: readonly Leaf[], { column }: Field): void {
    this.#tail += `exists (select from unnest(${column}) as member where `;
    this.#list(leaves, ' or ', (leaf) => this.#leaf(leaf, 'member'));
    this.#tail += ')';
  }

  #leaf(leaf: Leaf, value: string): void {
    switch (leaf.kind) {
      case 'exists':
        this.#tail += `${value} is not null`;
        break;
      case 'term':
        this.#comparison(value, '=', leaf.text, TYPES[leaf.field.kind]);
        break;
      case 'wildcard':
        this.#comparison(value, 'like', toLike(leaf.pattern), 'text');
        break;
      case 'regexp':
        if (leaf.expression === undefined) this.#tail += 'false';
        else this.#comparison(value, '~', leaf.expression, 'text');
        break;
      case 'fuzzy':
        this.#fuzzy(leaf.text, leaf.edits, value);
        break;
      case 'range':
        this.#range(leaf.lower, leaf.upper, value, TYPES[leaf.field.kind]);
    }
  }

  /** Compares the lengths first, which is cheaper than the call and excludes most rows. */
  #fuzzy(text: string, edits: number, value: string): void {
    const length = Array.from(text).length;
    this.#tail += `(char_length(${value}) between `;
    this.#parameter(length - edits, 'integer');
    this.#tail += ' and ';
    this.#parameter(length + edits, 'integer');
    this.#tail += ` and lucene_within(${value}, `;
    this.#parameter(text, 'text');
    this.#tail += ', ';
    this.#parameter(edits, 'integer');
    this.#tail += '))';
  }

  #range(lower: Bound | undefined, upper: Bound | undefined, value: string, type: string): void {
    // Lucene orders text by its UTF-8 bytes.
    const ordered = type === 'text' ? `${value} collate "C"` : value;
    this.#tail += '(';
    if (lower) this.#comparison(ordered, lower.inclusive ? '>=' : '>', lower.text, type);
    if (lower && upper) this.#tail += ' and ';
    if (upper) this.#comparison(ordered, upper.inclusive ? '<=' : '<', upper.text, type);
    this.#tail += ')';
  }

  #comparison(value: string, operator: string, parameter: string, type: string): void {
    this.#tail += `${value} ${operator} `;
    this.#parameter(parameter, type);
  }

  #parameter(parameter: string | number, type: string): void {
    this.#parameters.push(parameter);
    this.#fragments.push(this.#tail);
    this.#tail = `::${type}`;
  }
}

/** Whether each member of a list must be tested. */
const isMemberScan = (query: Query): query is Leaf =>
  query.kind !== 'all' &&
  query.kind !== 'boolean' &&
  query.field.kind === 'keywords' &&
  query.kind !== 'exists' &&
  query.kind !== 'term';

function toLike(pattern: string): string {
  return pattern.replaceAll(/\\(.)|([*?%_])/gs, (_, escaped: string | undefined, special: string) => {
    if (escaped !== undefined) return escaped === '\\' ? '\\\\' : escaped;
    return LIKE[special] ?? special;
  });
}

const LIKE: Record<string, string> = { '*': '%', '?': '_', '%': '\\%', _: '\\_' };
