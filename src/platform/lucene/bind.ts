import { Decimal } from '../../kernel/index.ts';
import type { Field } from './fields.ts';
import type { TokenKind } from './lex.ts';
import type { Bound, Query } from './query.ts';
import { toPostgres } from './translate.ts';
import { timeSpan, type TimeSpan } from './time.ts';

/** Reports an error; positions refer to the whole filter. */
export type Report = (offset: number, length: number, message: string) => void;

/** A piece of the filter's text and its position. */
export interface Source {
  readonly image: string;
  readonly offset: number;
}

/** An end of a range; without a source it is open. */
export interface SourceBound {
  readonly source: Source | undefined;
  readonly inclusive: boolean;
}

type Side = 'lower' | 'upper';

/** Makes a condition of a token. Only a bare term can be fuzzy; after anything else `~` has no effect. */
export function bindLeaf(
  field: Field,
  kind: TokenKind,
  source: Source,
  similarity: Source | undefined,
  report: Report,
): Query | undefined {
  switch (kind) {
    case 'star':
      return { kind: 'exists', field };
    case 'prefix':
      return bindPrefix(field, source, report);
    case 'wildcard':
      return bindWildcard(field, source, report);
    case 'regexp':
      return bindRegexp(field, source, report);
    case 'quoted':
      return bindTerm(field, { image: source.image.slice(1, -1), offset: source.offset + 1 }, report);
    case 'bare-operator':
      return bindLeaf(field, 'term', { ...source, image: source.image.charAt(0) }, similarity, report);
    default:
      return similarity ? bindFuzzy(field, source, similarity, report) : bindTerm(field, source, report);
  }
}

/** A term or a phrase: values are not tokenized, so both match the whole value. */
function bindTerm(declared: Field, source: Source, report: Report): Query | undefined {
  const field = withMeaning(declared, [source]);
  const value = bindValue(field, source, report);
  if (!value) return undefined;
  if (!value.span) return { kind: 'term', field, text: value.text };
  const lower = field.orTime?.end === 'last' ? undefined : toBound(value, true, 'lower');
  const upper = field.orTime?.end === 'first' ? undefined : toBound(value, true, 'upper');
  return { kind: 'range', field, lower, upper };
}

export function bindRange(
  declared: Field,
  lower: SourceBound,
  upper: SourceBound,
  report: Report,
): Query | undefined {
  const field = withMeaning(declared, [lower.source, upper.source]);
  const lowest = bindBound(field, lower, 'lower', report);
  const highest = bindBound(field, upper, 'upper', report);
  if (lowest === 'refused' || highest === 'refused') return undefined;
  if (!lowest && !highest) return { kind: 'exists', field };
  return { kind: 'range', field, lower: lowest, upper: highest };
}

/** A field of numbers that may also mean a time is one of times where a value is a time and no number. */
function withMeaning(field: Field, sources: readonly (Source | undefined)[]): Field {
  const { orTime } = field;
  const isTime = (source: Source | undefined): boolean => {
    const text = source && unescape(source, () => {});
    return text !== undefined && !Decimal.tryParse(text) && timeSpan(text) !== undefined;
  };
  return orTime && sources.some(isTime) ? { ...field, kind: 'time', column: orTime.column } : field;
}

function bindBound(
  field: Field,
  { source, inclusive }: SourceBound,
  side: Side,
  report: Report,
): Bound | undefined | 'refused' {
  if (!source) return undefined;
  const value = bindValue(field, source, report);
  return value ? toBound(value, inclusive, side) : 'refused';
}

interface Value {
  readonly text: string;
  /** Only for times. */
  readonly span?: TimeSpan | undefined;
}

/** A time such as 2024-05-01 covers a whole day: a range includes all of it or nothing. */
function toBound({ text, span }: Value, inclusive: boolean, side: Side): Bound {
  if (!span) return { text, inclusive };
  const isLower = side === 'lower';
  return { text: inclusive === isLower ? span.start : span.end, inclusive: isLower };
}

/** The unescaped value, if the field can have it. */
function bindValue(field: Field, source: Source, report: Report): Value | undefined {
  const text = unescape(source, report);
  if (text === undefined) return undefined;
  const span = field.kind === 'time' ? timeSpan(text) : undefined;
  const message = complaintAbout(field, text, span);
  if (message === undefined) return { text: field.aliases?.get(text) ?? text, span };
  report(source.offset, source.image.length, message);
  return undefined;
}

function complaintAbout({ name, kind }: Field, text: string, span: TimeSpan | undefined): string | undefined {
  if (kind === 'number' && !Decimal.tryParse(text)) {
    return `\`${name}\` is a number. ${adviceOnNumber(name, text)}`;
  }
  if (kind !== 'time' || span) return undefined;
  return (
    `\`${name}\` is a time. Write a year, a month such as 2024-05, a day such as 2024-05-01, or an instant ` +
    'in quotation marks such as "2024-05-01T09:30:00Z", with a zone and at most 6 decimals of a second.'
  );
}

/** Suggests what the caller probably meant. */
function adviceOnNumber(name: string, text: string): string {
  const [, comparison = '', bound = ''] = /^([<>]=?)(.+)$/.exec(text) ?? [];
  if (Decimal.tryParse(bound)) {
    const [open, close] = comparison.endsWith('=') ? '[]' : '{}';
    const range = comparison.startsWith('>') ? `${open}${bound} TO *]` : `[* TO ${bound}${close}`;
    return `There is no \`${comparison}\`: write \`${name}:${range}\`.`;
  }
  if (/^[+-]?\.\d+$/.test(text)) return 'Write a digit before the point, such as 0.5.';
  if (/^[+-]?\d+(\.\d*)?e[+-]?\d+$/i.test(text)) return 'Write it without an exponent, such as 1000 for 1e3.';
  return 'Write plain digits, such as 1.50 or "-3".';
}

function bindPrefix(field: Field, source: Source, report: Report): Query | undefined {
  if (!takesPatterns(field, source, 'wildcard', report)) return undefined;
  const text = unescape({ ...source, image: source.image.slice(0, -1) }, report);
  if (text === undefined) return undefined;
  return { kind: 'wildcard', field, pattern: `${text.replaceAll(/[*?\\]/g, '\\$&')}*` };
}

/** Lucene checks the escapes of a wildcard term like any other, but reads `\u0041` in it as `u0041`. */
function bindWildcard(field: Field, source: Source, report: Report): Query | undefined {
  if (!takesPatterns(field, source, 'wildcard', report)) return undefined;
  if (unescape(source, report) === undefined) return undefined;
  const pattern = source.image.replaceAll(/\\(.)/gs, (escape, character: string) =>
    '*?\\'.includes(character) ? escape : character,
  );
  return { kind: 'wildcard', field, pattern };
}

function bindRegexp(field: Field, source: Source, report: Report): Query | undefined {
  if (!takesPatterns(field, source, 'regular expression', report)) return undefined;
  if (unescape(source, report) === undefined) return undefined;
  const expression = source.image.slice(1, -1);
  const translation = toPostgres(expression);
  if ('message' in translation) {
    report(source.offset + 1 + translation.offset, translation.length, translation.message);
    return undefined;
  }
  return { kind: 'regexp', field, source: expression, expression: translation.expression };
}

function bindFuzzy(field: Field, source: Source, similarity: Source, report: Report): Query | undefined {
  if (!takesPatterns(field, similarity, 'fuzzy search', report)) return undefined;
  const text = unescape(source, report);
  if (text === undefined) return undefined;
  const wanted = similarityOf(similarity.image.slice(1));
  if (wanted < 0 || (wanted >= 1 && (!Number.isInteger(wanted) || wanted > 2 ** 31))) {
    const message = 'Write how many edits are allowed, `~1` or `~2`, or a similarity below 1 such as `~0.7`.';
    report(similarity.offset, similarity.image.length, message);
    return undefined;
  }
  const edits = editsFor(wanted, text);
  return edits === 0 ? { kind: 'term', field, text } : { kind: 'fuzzy', field, text, edits };
}

const FLOAT = /^([+-]?(?:(?:NaN|Infinity)$|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?))[fFdD]?$/;

/** The number after `~`, parsed as a Java float. Without a number, Lucene permits two edits. */
function similarityOf(image: string): number {
  const number = FLOAT.exec(image)?.[1];
  return number === undefined ? 2 : Math.fround(Number(number));
}

/** A similarity of 1 or more is a number of edits; below 1 it is the fraction of the term that must be unchanged. */
function editsFor(similarity: number, text: string): 0 | 1 | 2 {
  if (similarity === 0) return 0;
  const edits = similarity >= 1 ? similarity : Math.trunc((1 - similarity) * Array.from(text).length);
  if (edits >= 2) return 2;
  return edits === 1 ? 1 : 0;
}

function takesPatterns(field: Field, { image, offset }: Source, what: string, report: Report): boolean {
  if (field.kind === 'keyword' || field.kind === 'keywords') return true;
  const example = field.kind === 'number' ? '[1 TO 2.5]' : '[2024-05-01 TO *]';
  const message =
    `\`${field.name}\` is a ${field.kind}, which takes no ${what}. ` +
    `Write a value, a range such as ${example}, or \`${field.name}:*\` for any.`;
  report(offset, image.length, message);
  return false;
}

/** An escape: four hexadecimal digits or a character, or neither if invalid. */
const ESCAPE = /\\(?:u([\da-fA-F]{4})|([^u])|u?)/gs;

/** Removes backslashes as the classic parser does. */
export function unescape({ image, offset }: Source, report: Report): string | undefined {
  if (!image.includes('\\')) return image;
  let isBroken = false;
  const text = image.replaceAll(ESCAPE, (escape: string, ...[digits, character, at]: Escape) => {
    if (character !== undefined) return character;
    if (digits !== undefined && digits !== '0000') return String.fromCharCode(Number.parseInt(digits, 16));
    isBroken = true;
    report(offset + at, Math.min(6, image.length - at), escapeComplaint(escape));
    return '';
  });
  return isBroken ? undefined : text;
}

type Escape = [digits: string | undefined, character: string | undefined, at: number];

function escapeComplaint(escape: string): string {
  if (escape === '\\') return 'Nothing follows the backslash. Write `\\\\` for a backslash.';
  if (escape === '\\u0000') return 'No value contains the character U+0000. Remove it.';
  return 'After `\\u` come four hexadecimal digits, as in `\\u00e9`. For the letter write `u` alone.';
}
