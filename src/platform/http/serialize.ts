import fastJsonStringify from 'fast-json-stringify';
import type { Endpoint } from './endpoint.ts';

/** Writes the JSON body of an answer with this status. */
export type Serialize = (status: number, body: unknown) => string;

/** Knows from the declared answers what their bodies look like, which is faster than to look at each. */
export function bodySerializer(answers: Endpoint['answers']): Serialize {
  const writers = new Map<number, (body: unknown) => string>();
  for (const [status, { schema, contentType }] of Object.entries(answers)) {
    if (schema !== null && contentType === undefined) writers.set(Number(status), fastJsonStringify(schema));
  }
  return (status, body) => (writers.get(status) ?? JSON.stringify)(body);
}
