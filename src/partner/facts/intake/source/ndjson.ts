import type { FieldType, Kind } from '../../kinds/index.ts';
import {
  quoted,
  textFault,
  unknownField,
  type Fault,
  type LineReader,
  type Records,
} from './line-records.ts';
import { UsualLine } from './usual-line.ts';

type Token = 'a text' | 'a number' | 'true or false';

const TAKEN: Record<FieldType['is'], readonly Token[]> = {
  text: ['a text'],
  enum: ['a text'],
  date: ['a text'],
  datetime: ['a text'],
  int: ['a number'],
  decimal: ['a number', 'a text'],
  bool: ['true or false'],
};

/** Of one line: more than any kind has fields. */
const MAX_FAULTS = 50;
const QUOTE = 34;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const SPACE = /[ \t\r]*/y;
const WORD = /true|false|null/y;
const ESCAPED_STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;

/**
 * Reads flat JSON objects. `JSON.parse` would turn numbers into doubles and accept duplicate members.
 */
export function ndjsonReader(kind: Kind): LineReader {
  const names = Object.keys(kind.fields);
  const positions = new Map(names.map((name, position) => [name, position]));
  const taken = Object.values(kind.fields).map(({ type }) => TAKEN[type.is]);
  const usual = new UsualLine(kind);

  return (line, records) => (usual.read(line, records) ? undefined : readAny(line.toString(), records));

  function readAny(line: string, records: Records): readonly Fault[] | undefined {
    const cells = Array.from<string | undefined>({ length: names.length });
    const faults: Fault[] = [];
    const given: string[] = [];
    const scanner = new Scanner(line);
    try {
      scanner.expect('{');
      for (let more = !scanner.skip('}'); more;) {
        const name = scanner.string();
        scanner.expect(':');
        const value = scanner.value();
        given.push(name);
        const position = positions.get(name);
        if (position === undefined) {
          faults.push({ field: name.slice(0, 64), reason: unknownField(kind) });
        } else if (cells[position] !== undefined) {
          faults.push({ field: name, reason: 'is given twice' });
        } else {
          cells[position] = value.cell;
          const fault = faultOf(value, taken[position] ?? []);
          if (fault) faults.push({ field: name, reason: fault });
        }
        if (faults.length === MAX_FAULTS) return faults;
        more = scanner.skip(',');
        if (!more) scanner.expect('}');
      }
      scanner.end();
    } catch (error) {
      if (!(error instanceof SyntaxFault)) throw error;
      return [{ field: '', reason: error.message }];
    }
    if (faults.length > 0) return faults;
    usual.learn(given);
    records.append(cells.join(','));
    return undefined;
  }
}

interface JsonValue {
  readonly token: Token | 'null';
  readonly cell: string;
  readonly fault?: string | undefined;
}

function faultOf({ token, fault }: JsonValue, taken: readonly Token[]): string | undefined {
  if (fault !== undefined || token === 'null') return fault;
  return taken.includes(token) ? undefined : `must be ${taken.join(' or ')}, not ${token}`;
}

class SyntaxFault extends Error {}

class Scanner {
  readonly #line: string;
  #at = 0;

  constructor(line: string) {
    this.#line = line;
  }

  /** Consumes the character if it is next. */
  skip(character: string): boolean {
    this.#skipSpace();
    if (this.#line[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  expect(character: string): void {
    if (!this.skip(character)) this.#fail(`expected ${character}`);
  }

  end(): void {
    this.#skipSpace();
    if (this.#at < this.#line.length) this.#fail('expected the end of the line');
  }

  string(): string {
    this.#skipSpace();
    return this.#text() ?? this.#fail('expected a text in double quotes');
  }

  value(): JsonValue {
    this.#skipSpace();
    const text = this.#text();
    if (text !== undefined) return { token: 'a text', cell: quoted(text), fault: textFault(text) };
    const number = this.#take(NUMBER);
    if (number !== undefined) return { token: 'a number', cell: number };
    const word = this.#take(WORD) ?? this.#fail('expected a text, a number, true, false or null');
    return word === 'null' ? { token: 'null', cell: '' } : { token: 'true or false', cell: word };
  }

  #text(): string | undefined {
    if (this.#line.charCodeAt(this.#at) !== QUOTE) return undefined;
    const end = this.#line.indexOf('"', this.#at + 1);
    const text = this.#line.slice(this.#at + 1, Math.max(end, 0));
    if (end > 0 && !text.includes('\\')) {
      this.#at = end + 1;
      return text;
    }
    const escaped = this.#take(ESCAPED_STRING);
    return escaped && (JSON.parse(escaped) as string);
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#line)) return undefined;
    const start = this.#at;
    this.#at = pattern.lastIndex;
    return this.#line.slice(start, this.#at);
  }

  #skipSpace(): void {
    const character = this.#line.charCodeAt(this.#at);
    if (character > 32) return;
    SPACE.lastIndex = this.#at;
    SPACE.test(this.#line);
    this.#at = SPACE.lastIndex;
  }

  #fail(expected: string): never {
    throw new SyntaxFault(`is not a flat JSON object: ${expected} at character ${this.#at + 1}`);
  }
}
