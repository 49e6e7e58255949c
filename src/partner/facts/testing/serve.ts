import { afterAll } from 'vitest';
import type { Actor } from '../../../kernel/index.ts';
import { frame } from '../../../platform/http/testing/app.ts';
import { makeFolder, removeFolder } from '../../../testing/folder.ts';
import { openTestStore } from '../../testing/facts.ts';
import { factEndpoints } from '../http/index.ts';

/** A token is a scope, and after an `@` the uid of a partner. */
export function callerOf(authorization = ''): Actor {
  const [, scope = '', partnerUid] = /^Bearer ([a-z:]+)(?:@(.*))?$/.exec(authorization) ?? [];
  return { kind: 'operator', id: 'jane', tenant: 'default', scopes: new Set([scope]), partnerUid };
}

/** A store behind HTTP for the whole suite. */
export async function serveFacts() {
  const folder = makeFolder();
  const facts = await openTestStore(folder);
  const app = frame(factEndpoints(facts), {
    db: facts.db,
    authenticate: callerOf,
    limits: { requestTimeoutMs: 60_000 },
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  afterAll(async () => {
    await app.close();
    await facts.close();
    await removeFolder(folder);
  });
  return { folder, facts, url };
}
