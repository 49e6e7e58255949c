import type { TestProject } from 'vitest/node';
import { startShards } from './start.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The addresses of the run's ClickHouse servers, one for each shard, in which each suite has a database of its own. */
    clickhouseUrls: readonly string[];
  }
}

/** Starts as many servers as the name of the project says. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const servers = await startShards(project.name === 'two shards' ? 2 : 1);
  project.provide(
    'clickhouseUrls',
    servers.map(({ url }) => url),
  );
  return async () => {
    await Promise.all(servers.map((server) => server.remove()));
  };
}
