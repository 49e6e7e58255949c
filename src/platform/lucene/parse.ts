import { adviceOn } from './advise.ts';
import { bindLeaf, bindRange, unescape, type Report, type Source, type SourceBound } from './bind.ts';
import type { Field, Fields } from './fields.ts';
import { lex, type Token, type TokenKind } from './lex.ts';
import { LIMITS } from './limits.ts';
import type { Diagnostic, Occur, Query } from './query.ts';

export type Parsed =
  | { readonly ok: true; readonly query: Query }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Parses a filter as Lucene's classic query parser does, without throwing, in time linear in its length. */
export function parse(text: string, fields: Fields): Parsed {
  const refusal = refuseWhole(text);
  if (refusal) return { ok: false, diagnostics: [refusal] };
  const parser = new Parser(text, fields);
  const query = parser.parse();
  return query ? { ok: true, query } : { ok: false, diagnostics: parser.diagnostics };
}

function refuseWhole(text: string): Diagnostic | undefined {
  const tooLong = text.length > LIMITS.characters ? Array.from(text).slice(LIMITS.characters).join('') : '';
  if (tooLong !== '') {
    const message = `A filter has at most ${LIMITS.characters} characters. Shorten it.`;
    return { offset: text.length - tooLong.length, length: tooLong.length, message };
  }
  const nul = text.indexOf('\0');
  if (nul < 0) return undefined;
  return { offset: nul, length: 1, message: 'No value contains the character U+0000. Remove it.' };
}

/** The target of a comparison: a field, every document (`*:*`), or nothing for an unknown field. */
type Scope = Field | 'everything' | 'unknown';

type Conjunction = 'and' | 'or' | undefined;
type Modifier = 'require' | 'prohibit' | undefined;

const CONJUNCTIONS: Partial<Record<TokenKind, Conjunction>> = { and: 'and', or: 'or' };
const MODIFIERS: Partial<Record<TokenKind, Modifier>> = {
  plus: 'require',
  minus: 'prohibit',
  not: 'prohibit',
};

const CLAUSE_STARTS: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'and',
  'or',
  'not',
  'plus',
  'minus',
  'bare-operator',
  'open',
  'star',
  'quoted',
  'term',
  'prefix',
  'wildcard',
  'regexp',
  'range-open',
]);

const RANGE_BOUND: ReadonlySet<TokenKind> = new Set<TokenKind>(['range-text', 'range-quoted', 'range-to']);
const RANGE_PARTS: readonly ReadonlySet<TokenKind>[] = [
  new Set<TokenKind>(['range-open']),
  RANGE_BOUND,
  new Set<TokenKind>(['range-to']),
  RANGE_BOUND,
  new Set<TokenKind>(['range-close']),
];

/** Replaces a refused clause, so that the rest of the filter is still checked. */
const REFUSED: Query = { kind: 'all' };

class Parser {
  readonly diagnostics: Diagnostic[] = [];
  readonly #text: string;
  readonly #fields: Fields;
  readonly #tokens: readonly Token[];
  readonly #last: Token;
  #index = 0;
  #depth = 0;
  #regexps = 0;

  constructor(text: string, fields: Fields) {
    this.#text = text;
    this.#fields = fields;
    this.#tokens = lex(text);
    this.#last = this.#tokens.at(-1) ?? { kind: 'end', start: 0, end: 0 };
  }

  parse(): Query | undefined {
    const query = this.#query(this.#fields.defaultField);
    if (query && this.#peek().kind !== 'end') return this.#unexpected('operator');
    return this.diagnostics.length > 0 ? undefined : query;
  }

  /** Like every parsing method, it returns undefined at a syntax error. */
  #query(scope: Scope): Query | undefined {
    const clauses: { occur: Occur; query: Query }[] = [];
    do {
      const conjunction = clauses.length > 0 ? this.#accept(CONJUNCTIONS) : undefined;
      const modifier = this.#accept(MODIFIERS);
      const query = this.#clause(scope);
      if (!query) return undefined;
      const previous = clauses.at(-1);
      if (conjunction === 'and' && previous && previous.occur !== 'must-not') previous.occur = 'must';
      clauses.push({ occur: occurOf(conjunction, modifier), query });
    } while (CLAUSE_STARTS.has(this.#peek().kind));
    const [first] = clauses;
    return clauses.length === 1 && first?.occur === 'should' ? first.query : { kind: 'boolean', clauses };
  }

  #clause(outer: Scope): Query | undefined {
    const name = this.#peek();
    const isNamed = (name.kind === 'term' || name.kind === 'star') && this.#peek(1).kind === 'colon';
    if (isNamed) this.#index += 2;
    const scope = isNamed ? this.#scope(name) : outer;
    return this.#peek().kind === 'open' ? this.#group(scope) : this.#value(scope);
  }

  #scope(name: Token): Scope {
    const source = this.#source(name);
    const text = unescape(source, this.#report);
    if (text === '*') return 'everything';
    if (text === undefined) return 'unknown';
    const field = this.#fields.byName.get(text);
    if (field) return field;
    const known = [...this.#fields.byName.keys()].join(', ');
    this.#report(source.offset, source.image.length, `There is no such field. Use one of ${known}.`);
    return 'unknown';
  }

  #group(scope: Scope): Query | undefined {
    const open = this.#take();
    if (this.#depth === LIMITS.depth) {
      const message = `Parentheses are nested at most ${LIMITS.depth} deep. Remove some that are not needed.`;
      this.#report(open.start, 1, message);
      return undefined;
    }
    this.#depth += 1;
    const query = this.#query(scope);
    this.#depth -= 1;
    if (!query) return undefined;
    if (this.#peek().kind === 'end') {
      this.#report(
        open.start,
        1,
        'The parenthesis is never closed. Add `)`, or write `\\(` for the character.',
      );
      return undefined;
    }
    if (this.#peek().kind !== 'close') return this.#unexpected('operator');
    this.#take();
    return this.#boost() ? query : undefined;
  }

  #value(scope: Scope): Query | undefined {
    const token = this.#peek();
    switch (token.kind) {
      case 'range-open':
        return this.#range(scope);
      case 'term':
      case 'star':
      case 'prefix':
      case 'wildcard':
      case 'regexp':
      case 'quoted':
      case 'bare-operator':
        return this.#simple(scope);
      default:
        return this.#unexpected('term');
    }
  }

  #simple(scope: Scope): Query | undefined {
    const token = this.#take();
    const fuzzyFirst = this.#fuzzy();
    const boost = this.#boost();
    if (!boost) return undefined;
    const fuzzy = fuzzyFirst ?? (boost === 'given' ? this.#fuzzy() : undefined);
    if (scope === 'unknown') return REFUSED;
    if (scope === 'everything') {
      return token.kind === 'star' ? { kind: 'all' } : this.#onlyStar(token.start, token.end);
    }
    const source = this.#source(token);
    if (token.kind === 'regexp' && !this.#mayHoldRegexp(source)) return REFUSED;
    const similarity = fuzzy && this.#source(fuzzy);
    return bindLeaf(scope, token.kind, source, similarity, this.#report) ?? REFUSED;
  }

  #mayHoldRegexp({ offset, image }: Source): boolean {
    this.#regexps += 1;
    if (this.#regexps <= LIMITS.regexps) return true;
    const message = `A filter has at most ${LIMITS.regexps} regular expressions. Join some of them with \`|\`.`;
    this.#report(offset, image.length, message);
    return false;
  }

  #range(scope: Scope): Query | undefined {
    const parts: Token[] = [];
    for (const kinds of RANGE_PARTS) {
      if (!kinds.has(this.#peek().kind)) return this.#brokenRange(parts);
      parts.push(this.#take());
    }
    if (!this.#boost()) return undefined;
    const [open, from, , to, close] = parts as [Token, Token, Token, Token, Token];
    if (scope === 'unknown') return REFUSED;
    if (scope === 'everything') return this.#onlyStar(open.start, close.end);
    const lower = this.#bound(from, this.#text[open.start] === '[');
    const upper = this.#bound(to, this.#text[close.start] === ']');
    return bindRange(scope, lower, upper, this.#report) ?? REFUSED;
  }

  #brokenRange([open]: readonly Token[]): undefined {
    const message = 'A range is written `[1 TO 5]`, or `{1 TO 5}` without its ends; `*` is an open end.';
    const start = open?.start ?? 0;
    this.#report(start, this.#peek().end - start, message);
  }

  #onlyStar(start: number, end: number): Query {
    this.#report(start, end - start, 'After `*:` only `*` can stand, which selects everything.');
    return REFUSED;
  }

  #bound(token: Token, inclusive: boolean): SourceBound {
    const source = this.#source(token);
    if (token.kind === 'range-quoted') {
      return { source: { image: source.image.slice(1, -1), offset: source.offset + 1 }, inclusive };
    }
    return { source: source.image === '*' ? undefined : source, inclusive };
  }

  #fuzzy(): Token | undefined {
    return this.#peek().kind === 'fuzzy' ? this.#take() : undefined;
  }

  /** A filter has no scores, so a boost is parsed and ignored. */
  #boost(): 'given' | 'absent' | undefined {
    if (this.#peek().kind !== 'caret') return 'absent';
    this.#take();
    if (this.#peek().kind !== 'number') return this.#unexpected('term');
    this.#take();
    return 'given';
  }

  #accept<Meaning>(meanings: Partial<Record<TokenKind, Meaning>>): Meaning | undefined {
    const meaning = meanings[this.#peek().kind];
    if (meaning !== undefined) this.#take();
    return meaning;
  }

  #peek(ahead = 0): Token {
    return this.#tokens[this.#index + ahead] ?? this.#last;
  }

  #take(): Token {
    const token = this.#peek();
    if (token.kind !== 'end' && token.kind !== 'bad') this.#index += 1;
    return token;
  }

  #source(token: Token): Source {
    return { image: this.#text.slice(token.start, token.end), offset: token.start };
  }

  readonly #report: Report = (offset, length, message) => {
    this.diagnostics.push({ offset, length, message });
  };

  #unexpected(wanted: 'term' | 'operator'): undefined {
    const token = this.#peek();
    const isEmpty = this.#tokens.length === 1;
    const message = token.message ?? adviceOn(token.kind, this.#source(token).image, wanted, isEmpty);
    this.#report(token.start, token.end - token.start, message);
  }
}

function occurOf(conjunction: Conjunction, modifier: Modifier): Occur {
  if (modifier === 'prohibit') return 'must-not';
  return modifier === 'require' || conjunction === 'and' ? 'must' : 'should';
}
