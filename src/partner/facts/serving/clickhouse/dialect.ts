import type { Problem } from '../../../../kernel/index.ts';
import { unavailable } from '../../../../platform/clickhouse/index.ts';
import type { Dialect } from '../engine.ts';
import { overAllShards, tableName } from './names.ts';
import type { ServedColumns } from './store.ts';
import { isDivided } from './tables.ts';

export interface Version {
  readonly generation: number;
  readonly version: number;
  readonly columns: ServedColumns;
}

/** While a version of the program takes the place of another one, a report may need what the copy does not have yet. */
export const ofAnotherVersion = (cause: unknown): Problem =>
  unavailable(
    'ClickHouse has the facts of another version of Quaestor at present: they are being copied again.',
    cause,
  );

/** SQL that reads one version, on the shard that it is sent to or on all shards. */
export const dialectOf = ({ generation, version, columns }: Version, isOverAllShards: boolean): Dialect => ({
  rows(table, condition) {
    const names = columns[table];
    if (!names) throw ofAnotherVersion(new Error(`ClickHouse does not serve ${table}.`));
    const local = tableName(table, generation);
    const name = isOverAllShards && isDivided(table, names) ? overAllShards(local) : local;
    return `select ${names.join(', ')} from ${name}
      where since <= ${version} and until > ${version} and (${condition})`;
  },
  materialized: () => '',
  listOf: (column, condition) =>
    condition === undefined
      ? `arraySort(groupUniqArray(${column}))`
      : `arraySort(groupUniqArrayIf(${column}, ${condition}))`,
  // DuckDB makes `i` of each `İ` and `σ` of each `Σ`; lowerUTF8 alone adds a dot above, and ends a word with `ς`.
  lower: (text) => `lowerUTF8(translateUTF8(${text}, 'İΣ', 'iσ'))`,
  quotientOrder,
});

const DIGITS = "toInt256('1000000000000000000')";

/** The integer part, the next 18 digits and 18 more, as `exactQuotient` has them. */
function quotientOrder(over: string, under: string): readonly string[] {
  const dividend = whole(over);
  const divisor = `nullif(${whole(under)}, 0)`;
  const first = `(modulo(${dividend}, ${divisor}) * ${DIGITS})`;
  const second = `(modulo(${first}, ${divisor}) * ${DIGITS})`;
  return [dividend, first, second].map((part) => `intDiv(${part}, ${divisor})`);
}

/** Scales a column to an integer: a common factor does not change the order. */
const whole = (column: string): string => `toInt256(toDecimal256(${column}, 8) * 100000000)`;
