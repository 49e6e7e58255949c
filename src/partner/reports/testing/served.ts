import * as fc from 'fast-check';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../testing/folder.ts';
import { clickhouseEngine, type Facts } from '../../facts/index.ts';
import { openTestCluster } from '../../testing/clickhouse.ts';
import { contextOf, openTestStore, put } from '../../testing/facts.ts';
import { REPORTS } from '../declarations/index.ts';
import { readState } from '../state.ts';
import { historyOf } from './history.ts';
import { ask, ASKING, questions } from './questions.ts';
import { contextFor } from './world.ts';

/** The answers of all reports, with the tags of partners. */
export async function answersOf(facts: Facts): Promise<unknown> {
  const answers: unknown[] = [];
  for (const me of ASKING)
    answers.push(await readState(contextFor(facts, me)).then(({ tag, asOf }) => ({ me, tag, asOf })));
  for (const report of REPORTS) {
    for (const asked of fc.sample(questions(report), { numRuns: 1, seed: 11 }))
      answers.push([
        report.name,
        asked,
        await ask(facts, report, asked).catch((error: Error) => error.message),
      ]);
  }
  return answers;
}

/** A store, and the same facts as ClickHouse serves them after `publish`. */
export async function openBoth(urls: readonly string[]) {
  const store = await openTestStore(temporaryFolder());
  const cluster = await openTestCluster(urls);
  onTestFinished(async () => {
    await cluster.drop();
    await store.close();
  });
  return { store, cluster, served: { ...store, engine: clickhouseEngine({ ...store, cluster }) } };
}

/** Puts the facts of the world into a store. */
export async function fill(store: Facts): Promise<void> {
  for (const { kind, rows } of historyOf(3)) await put(contextOf(store), kind, ...rows);
}
