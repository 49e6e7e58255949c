import { Client, type Pool, type QueryConfig } from 'pg';

export type Recorded = readonly QueryConfig[];

/** All statements that this process sends while `call` runs, in their order. `label` keeps prepared ones apart. */
export async function record(label: string, call: () => Promise<unknown>): Promise<Recorded> {
  const statements: QueryConfig[] = [];
  const { query } = Object.getOwnPropertyDescriptors(Client.prototype);
  const send = query.value as (this: Client, ...args: unknown[]) => unknown;
  const value = function recorded(this: Client, ...args: unknown[]) {
    const [statement] = args;
    statements.push(typeof statement === 'string' ? { text: statement } : (statement as QueryConfig));
    return send.apply(this, args);
  };
  Object.defineProperty(Client.prototype, 'query', { ...query, value });
  try {
    await call();
  } finally {
    Object.defineProperty(Client.prototype, 'query', query);
  }
  return statements.map(({ name, text, values = [] }) => ({
    ...(name && { name: `${label} ${name}` }),
    text,
    values,
  }));
}

/** Sends recorded statements over one connection, each after the answer to the one before, and gives the first rows. */
export async function replay(pool: Pool, statements: Recorded): Promise<unknown[]> {
  const client = await pool.connect();
  try {
    let shown: unknown[] = [];
    for (const statement of statements) {
      const { rows } = await client.query(statement);
      if (shown.length === 0) shown = rows;
    }
    return shown;
  } finally {
    client.release();
  }
}

/** The same statements about another thing: `from` and `to` are ids. */
export const about = (statements: Recorded, from: string, to: string): Recorded =>
  statements.map(({ values = [], ...statement }) => ({
    ...statement,
    values: values.map((value: unknown) => (typeof value === 'string' ? value.replaceAll(from, to) : value)),
  }));
