/** The name of a table in ClickHouse. */
export const tableName = (table: string, generation: number): string => `${table}_${generation}`;
