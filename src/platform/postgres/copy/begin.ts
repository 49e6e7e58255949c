import type { Sql } from 'postgres';

export type Setting = readonly [name: string, value: string];

/** Begins a transaction that sees the present, or what another that is still open has given out. */
export async function beginReading(sql: Sql, settings: readonly Setting[], snapshot?: string): Promise<void> {
  await sql.unsafe('begin isolation level repeatable read read only');
  if (snapshot !== undefined) await sql.unsafe(`set transaction snapshot '${snapshot}'`);
  for (const [name, value] of settings) await sql`select set_config(${name}, ${value}, true)`;
}
