export type TokenKind =
  | 'and'
  | 'or'
  | 'not'
  | 'plus'
  | 'minus'
  | 'bare-operator'
  | 'open'
  | 'close'
  | 'colon'
  | 'star'
  | 'caret'
  | 'number'
  | 'quoted'
  | 'term'
  | 'fuzzy'
  | 'prefix'
  | 'wildcard'
  | 'regexp'
  | 'range-open'
  | 'range-to'
  | 'range-quoted'
  | 'range-text'
  | 'range-close'
  | 'bad'
  | 'end';

export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** The error of a `bad` token. */
  readonly message?: string;
}

/** The classic parser's lexical states: after `^` only a number is read, and in a range only its bounds. */
type State = 'default' | 'boost' | 'range';

const BACKSLASH = 92;
const SLASH = 47;
const QUOTE = 34;
const STAR = 42;
const QUESTION = 63;
const PLUS = 43;
const MINUS = 45;
const BANG = 33;
const DOT = 46;
const SPACE = 32;
const IDEOGRAPHIC_SPACE = 0x3000;
const SQUARE_END = 93;
const CURLY_END = 125;

const WHITE_SPACE = new Set([SPACE, 9, 10, 13, IDEOGRAPHIC_SPACE]);

const asciiTable = (characters: string): Uint8Array => {
  const table = new Uint8Array(128);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
};
const SPECIAL = asciiTable(' \t\n\r+-!():^[]"{}~*?\\/');

const isWhiteSpace = (code: number): boolean => WHITE_SPACE.has(code);
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isTermStart = (code: number): boolean =>
  code < 128 ? SPECIAL[code] === 0 : code !== IDEOGRAPHIC_SPACE;

const KEYWORDS = new Map<string, TokenKind>([
  ['AND', 'and'],
  ['&&', 'and'],
  ['OR', 'or'],
  ['||', 'or'],
  ['NOT', 'not'],
]);
const PUNCTUATION = new Map<number, TokenKind>([
  [40, 'open'],
  [41, 'close'],
  [58, 'colon'],
]);

/** Splits a filter into the tokens of the classic parser. The last one is `end`, or `bad` at a lexical error. */
export function lex(text: string): Token[] {
  const tokens: Token[] = [];
  let state: State = 'default';
  let position = 0;
  for (;;) {
    if (state !== 'boost') position = skipWhiteSpace(text, position, state);
    if (state !== 'boost' && position >= text.length) {
      tokens.push({ kind: 'end', start: text.length, end: text.length });
      return tokens;
    }
    const token = READERS[state](text, position);
    tokens.push(token);
    if (token.kind === 'bad') return tokens;
    state = stateAfter(token.kind, state);
    position = token.end;
  }
}

function stateAfter(kind: TokenKind, state: State): State {
  if (kind === 'caret') return 'boost';
  if (kind === 'range-open') return 'range';
  return kind === 'number' || kind === 'range-close' ? 'default' : state;
}

/** In a range, a tab or line break adjacent to text belongs to it, as in Lucene. */
function skipWhiteSpace(text: string, start: number, state: State): number {
  let position = start;
  while (position < text.length && isWhiteSpace(text.charCodeAt(position))) {
    if (state === 'range' && rangeTextEnd(text, position) > position + 1) break;
    position += 1;
  }
  return position;
}

const READERS: Record<State, (text: string, start: number) => Token> = {
  default: readDefault,
  boost: readBoost,
  range: readRange,
};

function readDefault(text: string, start: number): Token {
  const code = text.charCodeAt(start);
  if (isTermStart(code) || code === BACKSLASH || code === STAR || code === QUESTION) {
    return readTerm(text, start);
  }
  const punctuation = PUNCTUATION.get(code);
  if (punctuation) return { kind: punctuation, start, end: start + 1 };
  if (code === PLUS || code === MINUS || code === BANG) return readOperator(text, start, code);
  if (code === QUOTE) return readQuoted(text, start);
  if (code === SLASH) return readRegexp(text, start);
  switch (text[start]) {
    case '~':
      return { kind: 'fuzzy', start, end: termEnd(text, start + 1) };
    case '^':
      return { kind: 'caret', start, end: start + 1 };
    case '[':
    case '{':
      return { kind: 'range-open', start, end: start + 1 };
    default:
      return bad(start, 1, `No range is open here. Write \`\\${text[start]}\` for the character itself.`);
  }
}

/** A term with or without wildcards, or a keyword. */
function readTerm(text: string, start: number): Token {
  const firstWildcard = termEnd(text, start);
  let end = firstWildcard;
  while (text.charCodeAt(end) === STAR || text.charCodeAt(end) === QUESTION) end = termEnd(text, end + 1);
  if (end === start) return bad(start, 1, 'Nothing follows the backslash. Write `\\\\` for a backslash.');
  if (end === firstWildcard) return { kind: KEYWORDS.get(text.slice(start, end)) ?? 'term', start, end };
  const endsInOnlyStar = end === firstWildcard + 1 && text.charCodeAt(firstWildcard) === STAR;
  if (!endsInOnlyStar) return { kind: 'wildcard', start, end };
  return { kind: firstWildcard === start ? 'star' : 'prefix', start, end };
}

/** The end of a run of term characters, which includes `+` and `-` inside a term and escaped characters. */
function termEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (isTermStart(code) || code === PLUS || code === MINUS) end += 1;
    else if (code === BACKSLASH && end + 1 < text.length) end += 2;
    else break;
  }
  return end;
}

/** The classic parser reads an operator followed by white space as a term of one character. */
function readOperator(text: string, start: number, code: number): Token {
  if (isWhiteSpace(text.charCodeAt(start + 1))) return { kind: 'bare-operator', start, end: start + 2 };
  const kind = code === PLUS ? 'plus' : code === MINUS ? 'minus' : 'not';
  return { kind, start, end: start + 1 };
}

function readQuoted(text: string, start: number): Token {
  for (let position = start + 1; position < text.length; position++) {
    const code = text.charCodeAt(position);
    if (code === QUOTE) return { kind: 'quoted', start, end: position + 1 };
    if (code === BACKSLASH) position += 1;
  }
  const message = 'The quotation mark is never closed. Add `"` at the end, or write `\\"` for the character.';
  return bad(start, text.length - start, message);
}

function readRegexp(text: string, start: number): Token {
  const end = delimitedEnd(text, start, SLASH);
  if (end > start) return { kind: 'regexp', start, end };
  const message =
    'The regular expression is never closed. Add `/` at the end, or write `\\/` for the character itself.';
  return bad(start, text.length - start, message);
}

/**
 * The end of the text delimited by the character at `start`, or `start` if it is not closed. After a backslash, the
 * delimiter may both end the text and belong to it; as in Lucene, the longest match wins.
 */
function delimitedEnd(text: string, start: number, delimiter: number): number {
  let end = start;
  for (let position = start + 1; position < text.length; position++) {
    if (text.charCodeAt(position) !== delimiter) continue;
    end = position + 1;
    if (text.charCodeAt(position - 1) !== BACKSLASH) break;
  }
  return end;
}

function readBoost(text: string, start: number): Token {
  let end = digitsEnd(text, start);
  if (end === start) return bad(start - 1, 1, 'A boost is a number right after `^`, such as `^2` or `^0.5`.');
  if (text.charCodeAt(end) === DOT && isDigit(text.charCodeAt(end + 1))) end = digitsEnd(text, end + 1);
  return { kind: 'number', start, end };
}

function digitsEnd(text: string, start: number): number {
  let end = start;
  while (isDigit(text.charCodeAt(end))) end += 1;
  return end;
}

function readRange(text: string, start: number): Token {
  const code = text.charCodeAt(start);
  if (code === SQUARE_END || code === CURLY_END) return { kind: 'range-close', start, end: start + 1 };
  const end = rangeTextEnd(text, start);
  if (code === QUOTE && text.charCodeAt(start + 1) !== QUOTE) {
    const quotedEnd = delimitedEnd(text, start, QUOTE);
    if (quotedEnd >= end) return { kind: 'range-quoted', start, end: quotedEnd };
  }
  return { kind: text.slice(start, end) === 'TO' ? 'range-to' : 'range-text', start, end };
}

function rangeTextEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (code === SPACE || code === SQUARE_END || code === CURLY_END) break;
    end += 1;
  }
  return end;
}

function bad(start: number, length: number, message: string): Token {
  return { kind: 'bad', start, end: start + length, message };
}
