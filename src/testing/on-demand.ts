import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { ensureBuilt } from '../../scripts/ensure.mjs';
import { startDatabaseServer, type DatabaseServer } from './database-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the processes of the tests ask for what they share. */
    onDemandUrl: string;
  }
}

/** What the tests of a run share; each is there when the first test has asked for it. */
type Shared = 'database' | 'product';

/** Asks for it, and waits until it is there. Resolves with its address, if it has one. */
export async function demand(what: Shared): Promise<string> {
  const answer = await fetch(`${inject('onDemandUrl')}/${what}`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

/** Begins nothing by itself: tests of pure functions run without a build and without a database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let database: Promise<DatabaseServer> | undefined;
  let product: Promise<void> | undefined;
  const start: Readonly<Record<Shared, () => Promise<string>>> = {
    database: async () => (await (database ??= startDatabaseServer())).url,
    product: async () => (await (product ??= ensureBuilt()), ''),
  };
  const server = createServer((request, response) => {
    start[request.url?.slice(1) as Shared]().then(
      (address) => response.end(address),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  project.provide('onDemandUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    server.closeAllConnections();
    await (await database)?.stop();
  };
}
