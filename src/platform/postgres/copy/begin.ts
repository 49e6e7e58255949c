import type { ClientBase } from 'pg';

export type Setting = readonly [name: string, value: string];

/** Begins a transaction that sees the present, or the snapshot that another, still open, has exported. */
export async function beginReading(
  client: ClientBase,
  settings: readonly Setting[],
  snapshot?: string,
): Promise<void> {
  await client.query('begin isolation level repeatable read read only');
  if (snapshot !== undefined) await client.query(`set transaction snapshot '${snapshot}'`);
  for (const setting of settings) await client.query('select set_config($1, $2, true)', [...setting]);
}
