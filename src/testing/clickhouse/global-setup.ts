import type { TestProject } from 'vitest/node';
import { startClickhouse } from './start.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the run's ClickHouse server, in which each suite has a database of its own. */
    clickhouseUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startClickhouse();
  project.provide('clickhouseUrl', server.url);
  return () => server.remove();
}
