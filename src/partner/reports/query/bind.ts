import type { Parameter } from '../../../platform/duckdb/index.ts';
import type { Dialect } from '../../facts/serving/index.ts';

/** What SQL is written with. */
export interface Writing {
  /** Returns a placeholder for a value. */
  readonly bind: Bind;
  readonly dialect: Dialect;
}

/** Adds a value and returns its placeholder in the statement. */
export type Bind = (value: Parameter) => string;

export interface Bound {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
}

/** Text that is safe inside quotes in a statement. */
const PLAIN = /^[\w.:@-]+$/;

/** The values of one statement. */
export class Values {
  readonly #values: Parameter[] = [];

  readonly bind: Bind = (value) => {
    const found = this.#values.indexOf(value);
    return `$${found === -1 ? this.#values.push(value) : found + 1}`;
  };

  /** Writes plain values into the statement, so that the engine knows them when it plans; the others stay parameters. */
  inline(sql: string): Bound {
    const parameters: Parameter[] = [];
    const texts = this.#values.map((value) => {
      if (typeof value === 'number') return String(value);
      if (typeof value === 'string' && PLAIN.test(value)) return `'${value}'`;
      return `$${parameters.push(value)}`;
    });
    return { sql: sql.replaceAll(/\$(\d+)/g, (_, place) => texts[Number(place) - 1] ?? ''), parameters };
  }
}
