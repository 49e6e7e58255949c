import type { FieldType, Kind } from '../declare.ts';

interface Member {
  readonly name: string;
  /** How it begins: `"name":`. */
  readonly text: string;
  /** Of its cell in the record. */
  readonly position: number;
  readonly type: FieldType['is'];
}

const ESCAPED_OR_CONTROL = /[\\\u0000-\u001f\u007f]/;
const [SPACE, QUOTE, COMMA, MINUS, POINT, ZERO, NINE, CLOSE] = [32, 34, 44, 45, 46, 48, 57, 125];
const WORDS = ['null', 'true', 'false'] as const;

/**
 * Reads lines that are written like those before: the same members in the same order, some of them left out, no
 * escapes. Whatever it is not sure of it leaves to the reader that knows all of JSON, and learns from that.
 */
export class UsualLine {
  readonly #kind: Kind;
  readonly #empty: readonly string[];
  #members: Member[] = [];

  constructor(kind: Kind) {
    this.#kind = kind;
    this.#empty = Object.keys(kind.fields).map(() => '');
  }

  /** The record of the line, or undefined when it is not a usual one. What it takes may still be no value of the field. */
  read(line: string): string | undefined {
    if (ESCAPED_OR_CONTROL.test(line)) return undefined;
    const cells = [...this.#empty];
    let at = 1;
    for (const { text, position, type } of this.#members) {
      if (!line.startsWith(text, at)) continue;
      at += text.length;
      if (line.charCodeAt(at) === SPACE) at += 1;
      const end = endOfValue(line, at, type);
      if (end === undefined) return undefined;
      const cell = line.slice(at, end);
      if (cell !== 'null') cells[position] = cell;
      const next = line.charCodeAt(end);
      if (next === CLOSE)
        return end === line.length - 1 && line.startsWith('{') ? cells.join(',') : undefined;
      if (next !== COMMA) return undefined;
      at = line.charCodeAt(end + 1) === SPACE ? end + 2 : end + 1;
    }
    return undefined;
  }

  /** Adds the members of a line where they stood in it. */
  learn(names: readonly string[]): void {
    const fields = Object.entries(this.#kind.fields);
    let at = 0;
    for (const name of names) {
      const known = this.#members.findIndex((member) => member.name === name);
      const position = fields.findIndex(([field]) => field === name);
      const type = fields[position]?.[1].type.is;
      if (known < 0 && type) this.#members.splice(at, 0, { name, text: `"${name}":`, position, type });
      at = known < 0 ? at + 1 : known + 1;
    }
  }
}

/** Where a value of the type's usual form ends. A text without escapes is a cell of CSV as it stands, quotes and all. */
function endOfValue(line: string, start: number, type: FieldType['is']): number | undefined {
  if (line.charCodeAt(start) === QUOTE) {
    const end = line.indexOf('"', start + 1) + 1;
    return end > 0 && type !== 'int' && type !== 'bool' ? end : undefined;
  }
  let end = start;
  if (type === 'int' || type === 'decimal') {
    for (let code = line.charCodeAt(end); isOfNumber(code); code = line.charCodeAt(end)) end += 1;
  }
  if (end > start) return end;
  const word = WORDS.find((candidate) => line.startsWith(candidate, start));
  return word && (word === 'null' || type === 'bool') ? start + word.length : undefined;
}

const isOfNumber = (code: number): boolean =>
  (code >= ZERO && code <= NINE) || code === POINT || code === MINUS;
