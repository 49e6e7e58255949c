import { expect, inject } from 'vitest';
import { inject as ask } from '../../../testing/inject.ts';
import { publish } from '../../facts/serving/index.ts';
import { testFacts } from '../../testing/facts.ts';
import { reportEndpoints } from '../routes.ts';
import { serveReports } from './serve.ts';
import { openBoth } from './served.ts';

export const EPOCH = '1970-01-01T00:00:00.000Z';

/** Reports over an empty store of their own, served by ClickHouse in the run of `npm run test:clickhouse`. */
export async function openUpdates() {
  const urls = inject('clickhouseUrls') as readonly string[] | undefined;
  const { store: facts, served, publishAll } = await (urls ? openServed(urls) : openStored());
  const app = serveReports(reportEndpoints(served, 0));
  /** All rows since a time, as text, and the state of the facts. */
  const read = async (path: string, me: string, since: string) => {
    await publishAll();
    const url = `${path}?limit=1000&updated_since=${since}`;
    const answer = await ask(app, { method: 'GET', url, headers: { authorization: me } });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    const { data } = JSON.parse(answer.body) as { data: object[] };
    expect(data.length).toBeLessThan(1000);
    return { rows: new Set(data.map((row) => JSON.stringify(row))), asOf: String(answer.headers['x-as-of']) };
  };
  return { facts, app, read };
}

async function openStored() {
  const { facts: store } = await testFacts();
  return { store, served: store, publishAll: async () => {} };
}

async function openServed(urls: readonly string[]) {
  const { store, served, cluster } = await openBoth(urls);
  let last: { readonly applied: number; readonly done: Promise<unknown> } | undefined;
  /** Once for all who read the same facts. */
  const publishAll = async (): Promise<void> => {
    const { applied } = store.position;
    if (last?.applied !== applied) last = { applied, done: publish({ ...store, cluster }) };
    await last.done;
  };
  return { store, served, publishAll };
}
