import { expect } from 'vitest';
import type { Actor } from '../../../kernel/index.ts';
import { frame } from '../../../platform/http/testing/app.ts';
import { inject } from '../../../testing/inject.ts';
import { testFacts } from '../../testing/facts.ts';
import { reportEndpoints } from '../routes.ts';
import { NOW } from './world.ts';

export const EPOCH = '1970-01-01T00:00:00.000Z';

/** The token is the partner. */
const authenticate = (token: string | undefined): Actor => ({
  kind: 'client',
  id: 'test',
  tenant: 'default',
  scopes: new Set(['reports:view']),
  partnerUid: token,
});

/** Reports over an empty store of their own. */
export async function openUpdates() {
  const { db: facts } = await testFacts();
  const app = frame(reportEndpoints(facts, 0), {
    authenticate,
    clock: { now: () => NOW },
    ignoreTrailingSlash: true,
    limits: { bodyBytes: 1024, requestTimeoutMs: 10_000, readsPerMinute: 100_000, writesPerMinute: 10 },
  });
  /** All rows since a time, as text, and the state of the facts. */
  const read = async (path: string, me: string, since: string) => {
    const url = `${path}?limit=1000&updated_since=${since}`;
    const answer = await inject(app, { method: 'GET', url, headers: { authorization: me } });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    const { data } = JSON.parse(answer.body) as { data: object[] };
    expect(data.length).toBeLessThan(1000);
    return { rows: new Set(data.map((row) => JSON.stringify(row))), asOf: String(answer.headers['x-as-of']) };
  };
  return { facts, app, read };
}
