import {
  ANY,
  EMPTY,
  NOTHING,
  concat,
  escape,
  interval,
  literal,
  noneOf,
  oneOf,
  repeat,
  union,
  type Part,
} from './expression.ts';
import { LIMITS } from './limits.ts';

/** A Lucene regular expression translated to PostgreSQL, or why it is refused. */
export type Translation =
  /** Undefined: nothing can match. */
  | { readonly expression: string | undefined }
  | { readonly offset: number; readonly length: number; readonly message: string };

/** PostgreSQL compiles an expression of this size in milliseconds; one a hundred times larger takes minutes. */
const MAX_SIZE = 4096;
const MAX_INTEGER = 2 ** 31 - 1;

const REPETITION = /\{(\d+)(,(\d*))?\}/y;
const INTERVAL = /(\d+)-(\d+)>/y;

/**
 * Translates from Lucene's RegExp syntax, which must match the whole value, to PostgreSQL's advanced regular
 * expressions. Accepts only expressions that mean the same in both and that PostgreSQL matches in bounded time: without
 * captures and back references its matcher is an automaton.
 */
export function toPostgres(source: string): Translation {
  const translator = new Translator(source);
  const part = source === '' ? EMPTY : translator.whole();
  if (translator.fault) return translator.fault;
  return { expression: part === NOTHING ? undefined : `^(?:${part.text})$` };
}

const codeOf = (character: string): number => character.codePointAt(0) ?? 0;

class Translator {
  fault: Extract<Translation, { message: string }> | undefined;
  readonly #source: string;
  #position = 0;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
  }

  whole(): Part {
    const part = this.#union();
    if (this.#more()) this.#fail(this.#position, '`)` closes nothing. Write `\\)` for the character itself.');
    if (part.size > MAX_SIZE) {
      this.#fail(
        0,
        'The expression is too large when its repetitions are written out. Use `*`, or repeat less.',
      );
    }
    return part;
  }

  #union(): Part {
    const alternatives = [this.#concat()];
    while (this.#match('|')) alternatives.push(this.#concat());
    return union(alternatives);
  }

  #concat(): Part {
    let part = this.#repeat();
    while (this.#more() && !this.#sees(')|&')) part = concat(part, this.#repeat());
    if (!this.#sees('&')) return part;
    const message =
      'An intersection with `&` is not supported here. Join two conditions with AND, or write `\\&`.';
    return this.#fail(this.#position, message, 1);
  }

  #repeat(): Part {
    let part = this.#single();
    while (this.#sees('?*+{')) {
      const start = this.#position;
      const [least, most] = this.#bounds();
      if (least > LIMITS.repeats || (most ?? 0) > LIMITS.repeats) {
        return this.#fail(
          start,
          `A part is repeated at most ${LIMITS.repeats} times. Use \`*\` or a smaller number.`,
        );
      }
      part = repeat(part, least, most);
    }
    return part;
  }

  #bounds(): [least: number, most: number | undefined] {
    if (this.#match('?')) return [0, 1];
    if (this.#match('*')) return [0, undefined];
    if (this.#match('+')) return [1, undefined];
    const start = this.#position;
    const match = this.#read(REPETITION);
    if (!match) {
      this.#fail(
        start,
        'A repetition is written `{2}`, `{2,}` or `{2,5}`. Write `\\{` for the character itself.',
      );
      return [0, 0];
    }
    const [, least, , most] = match;
    if (most === undefined) return [Number(least), Number(least)];
    return [Number(least), most === '' ? undefined : Number(most)];
  }

  #single(): Part {
    const start = this.#position;
    if (this.#match('~')) {
      const message =
        'A complement with `~` is not supported here. Put NOT before the whole condition, or write `\\~`.';
      return this.#fail(start, message, 1);
    }
    if (this.#match('[')) return this.#class(start);
    if (this.#match('.')) return ANY;
    if (this.#match('#')) return NOTHING;
    if (this.#match('@')) return repeat(ANY, 0);
    if (this.#match('"')) return this.#string(start);
    if (this.#match('(')) return this.#group(start);
    if (this.#match('<')) return this.#interval(start);
    return literal(this.#character());
  }

  #group(start: number): Part {
    if (this.#match(')')) return EMPTY;
    if (this.#depth === LIMITS.depth) {
      return this.#fail(
        start,
        `Groups are nested at most ${LIMITS.depth} deep. Remove some that are not needed.`,
        1,
      );
    }
    this.#depth += 1;
    const part = this.#union();
    this.#depth -= 1;
    if (this.#match(')')) return part;
    return this.#fail(start, 'The group is never closed. Add `)`, or write `\\(` for the character itself.');
  }

  #class(start: number): Part {
    const isNegated = this.#match('^');
    let items = '';
    do items += this.#classItem();
    while (this.#more() && !this.#sees(']'));
    if (this.#match(']')) return isNegated ? noneOf(items) : oneOf(items);
    return this.#fail(start, 'The class is never closed. Add `]`, or write `\\[` for the character itself.');
  }

  #classItem(): string {
    const start = this.#position;
    const from = this.#character();
    if (!this.#match('-')) return escape(from);
    const to = this.#character();
    if (codeOf(from) > codeOf(to)) {
      this.#fail(start, 'The range of characters runs backwards. Write `\\-` for a hyphen itself.');
    }
    return `${escape(from)}-${escape(to)}`;
  }

  #string(start: number): Part {
    const end = this.#source.indexOf('"', start + 1);
    if (end < 0) {
      return this.#fail(
        start,
        'The quotation mark is never closed. Add `"`, or write `\\"` for the character.',
      );
    }
    this.#position = end + 1;
    return Array.from(this.#source.slice(start + 1, end), literal).reduce(concat, EMPTY);
  }

  #interval(start: number): Part {
    const [, from, to] = this.#read(INTERVAL) ?? [];
    if (!from || !to || Number(from) > MAX_INTEGER || Number(to) > MAX_INTEGER) {
      const message = `An interval is written \`<1-99>\`, up to ${MAX_INTEGER}. Write \`\\<\` for the character itself.`;
      return this.#fail(start, message);
    }
    return interval(from, to);
  }

  #character(): string {
    const start = this.#position;
    const isEscaped = this.#match('\\');
    const code = this.#source.codePointAt(this.#position);
    if (code === undefined) {
      this.#fail(
        start,
        'The expression ends where a character is needed. Add one, or write `\\` before the sign that asks for it.',
      );
      return '';
    }
    const character = String.fromCodePoint(code);
    this.#position += character.length;
    if (isEscaped && /[A-Za-z]/.test(character)) {
      const message =
        'A backslash before a letter means a class such as "digit" to some versions of Lucene and the letter ' +
        'to others. Write the letter alone, or a class such as `[0-9]`.';
      this.#fail(start, message, 2);
    }
    return character;
  }

  #read(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#position;
    const match = pattern.exec(this.#source);
    if (match) this.#position = pattern.lastIndex;
    return match;
  }

  #more(): boolean {
    return this.#position < this.#source.length;
  }

  #sees(characters: string): boolean {
    return this.#more() && characters.includes(this.#source.charAt(this.#position));
  }

  #match(character: string): boolean {
    const isNext = this.#source.charAt(this.#position) === character;
    if (isNext) this.#position += 1;
    return isNext;
  }

  /** Records the first error and moves to the end, which stops parsing. */
  #fail(offset: number, message: string, length = this.#source.length - offset): Part {
    this.fault ??= { offset, length, message };
    this.#position = this.#source.length;
    return NOTHING;
  }
}
