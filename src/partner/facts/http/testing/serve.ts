import { afterAll } from 'vitest';
import type { Actor } from '../../../../kernel/index.ts';
import { frame } from '../../../../platform/http/testing/app.ts';
import { makeFolder, removeFolder } from '../../../../testing/folder.ts';
import { openTestStore } from '../../../testing/facts.ts';
import { factEndpoints } from '../routes.ts';

/** The client of a token, which is the only scope that it has. */
export const clientOf = (authorization = ''): Actor => ({
  kind: 'client',
  id: 'test',
  tenant: 'default',
  scopes: new Set([authorization.slice('Bearer '.length)]),
});

/** A store of facts and its endpoints on a socket, until the tests of the file end. */
export async function serveFacts() {
  const folder = makeFolder();
  const facts = await openTestStore(folder);
  const app = frame(factEndpoints(facts), {
    db: facts.db,
    authenticate: clientOf,
    limits: { requestTimeoutMs: 60_000 },
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  afterAll(async () => {
    await app.close();
    await facts.close();
    await removeFolder(folder);
  });
  return { facts, url };
}
