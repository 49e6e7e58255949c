/**
 * A decimal number as text with its exact digits, such as `'1250.50'`. Binary numbers cannot hold every decimal: use a
 * library such as big.js for arithmetic.
 */
export type Decimal = string;

/** A string with what follows it: a colon and a value, or nothing that matters. */
const MEMBERS =
  /"((?:[^"\\]|\\.)*)"(?:\s*:\s*(?:(-?\d[\d.eE+-]*)|"(-?(?:0|[1-9]\d*)(?:\.\d+)?)"(?=\s*[,}])))?/g;

/** JSON in which the named members are numbers with decimals, whose exact digits the caller reads and writes as text. */
export class ExactJson {
  readonly #names: ReadonlySet<string>;

  constructor(names: Iterable<string>) {
    this.#names = new Set(names);
  }

  /** Parses JSON; the named members become text, except those listed in `whole`, which are integers here. */
  parse(text: string, whole: readonly string[] = []): unknown {
    const exact = text.replace(MEMBERS, (member, name: string, digits: string | undefined) =>
      digits === undefined || !this.#names.has(name) || whole.includes(name)
        ? member
        : `"${name}":"${digits}"`,
    );
    return JSON.parse(exact) as unknown;
  }

  /** Writes JSON; named members with digits as text become numbers. */
  stringify(value: unknown): string {
    return JSON.stringify(value).replace(
      MEMBERS,
      (member, name: string, _digits: string | undefined, quoted: string | undefined) =>
        quoted === undefined || !this.#names.has(name) ? member : `"${name}":${quoted}`,
    );
  }
}
