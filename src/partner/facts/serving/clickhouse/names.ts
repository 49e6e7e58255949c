/** The name of a table in ClickHouse. */
export const tableName = (table: string, generation: number): string => `${table}_${generation}`;

/** The name of the table that has the rows of all shards. */
export const overAllShards = (name: string): string => `${name}_all`;

/** The name of a table that a copy needs for a while. */
export const endingName = (name: string): string => `${name}_ending`;

/** The generation of a table with such a name; undefined for other tables. */
export function generationOf(name: string, tables: readonly string[]): number | undefined {
  const [, generation] = new RegExp(`^(?:${tables.join('|')})_(\\d+)(?:_all|_ending)?$`).exec(name) ?? [];
  return generation === undefined ? undefined : Number(generation);
}
