import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { onTestFinished } from 'vitest';
import { isUnavailable } from '../../../platform/clickhouse/index.ts';
import { temporaryFolder } from '../../../testing/folder.ts';
import { clickhouseEngine } from '../../facts/serving/index.ts';
import type { Facts } from '../../facts/handle/index.ts';
import { openTestCluster } from '../../testing/clickhouse.ts';
import { contextOf, openTestStore, put } from '../../testing/facts.ts';
import { REPORTS } from '../declarations/index.ts';
import { symbols } from '../declarations/symbols.ts';
import { readPartnerState } from '../reading/index.ts';
import { historyOf } from './history.ts';
import { ask, ASKING, questions, world } from './questions.ts';
import { contextFor } from './world.ts';

/** The answers of all reports, with the tags of partners. */
export async function answersOf(facts: Facts): Promise<unknown> {
  const answers: unknown[] = [];
  for (const me of ASKING)
    answers.push(await readPartnerState(contextFor(facts, me)).then(({ tag, asOf }) => ({ me, tag, asOf })));
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

/** Changes an order and a link. */
export async function changeTwo(store: Facts): Promise<void> {
  const [order] = world['orders'] ?? [];
  await put(contextOf(store), 'orders', { ...order, volume_lots: '77' });
  const link = (world['links'] ?? []).find(({ link_code }) => link_code === 'L0');
  await put(contextOf(store), 'links', { ...link, partner_account: '9996' });
}

interface Watched {
  /** The answers in their order, without repetitions. */
  readonly answers: readonly string[];
  /** How many requests were refused with 503. */
  readonly refused: number;
}

const PAUSE_MS = 20;

/** Asks again and again, and once more when it is stopped. */
export function watch(question: () => Promise<string>): { stop(): Promise<Watched> } {
  const answers: string[] = [];
  let refused = 0;
  let isOver = false;
  const note = (answer: string): void => {
    if (answer !== answers.at(-1)) answers.push(answer);
  };
  const asking = (async () => {
    for (let isLast = false; !isLast; await sleep(PAUSE_MS)) {
      isLast = isOver;
      await question().then(note, (error: unknown) => {
        if (isUnavailable(error)) refused += 1;
        else note(String(error));
      });
    }
  })();
  return {
    async stop() {
      isOver = true;
      await asking;
      return { answers, refused };
    },
  };
}

/** What a partner traded, which `changeTwo` changes. */
export const tradesOf = (facts: Facts): Promise<string> =>
  ask(facts, symbols, {
    me: 'P2',
    query: { date_from: '2023-12-20', date_to: '2024-06-01' },
    subject: undefined,
    limit: 1000,
  });
