import type { Sql } from 'postgres';
import { noFieldErrors, valueChecker } from '../../../kernel/index.ts';
import type { EventDefinition } from '../index.ts';

interface Row {
  readonly type: string;
  readonly payload: unknown;
}

/** The events of a resource in order: the type, and what in the payload contradicts its definition. */
export async function readEvents(
  sql: Sql,
  resource: string,
  definitions: readonly EventDefinition[],
): Promise<[type: string, faults: Record<string, readonly string[]>][]> {
  const rows = await sql<Row[]>`
    select type, payload from outbox where resource_id = ${resource} order by id`;
  return rows.map(({ type, payload }) => {
    const definition = definitions.find((known) => known.type === type);
    if (!definition) return [type, { type: ['is not defined'] }];
    const errors = noFieldErrors();
    valueChecker({ ...definition.payload, additionalProperties: false })(payload, errors);
    return [type, errors];
  });
}
