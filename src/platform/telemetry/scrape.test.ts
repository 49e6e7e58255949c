import { Gauge, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { Scrapes } from './scrape.ts';

const STAYING = new AbortController().signal;

function open(names: readonly string[]) {
  const registry = new Registry();
  const collected: string[] = [];
  const waiting: (() => void)[] = [];
  for (const name of names) {
    const gauge: Gauge = new Gauge({
      name,
      help: name,
      registers: [registry],
      async collect() {
        collected.push(name);
        await new Promise<void>((resolve) => waiting.push(resolve));
        gauge.set(collected.length);
      },
    });
  }
  return { scrapes: new Scrapes(registry), collected, release: () => waiting.shift()?.() };
}

it('many callers share one collection, and those within a second have its text', async () => {
  const { scrapes, collected, release } = open(['one']);
  const callers = Array.from({ length: 300 }, () => scrapes.read(STAYING));
  release();
  const texts = await Promise.all(callers);
  expect(new Set(texts)).toEqual(new Set(['# HELP one one\n# TYPE one gauge\none 1\n']));
  expect(await scrapes.read(STAYING)).toBe(texts[0]);
  expect(collected).toEqual(['one']);
});

it('when the last caller leaves, nothing more is collected', async () => {
  const { scrapes, collected, release } = open(['one', 'two']);
  const callers = [new AbortController(), new AbortController()];
  const texts = callers.map(({ signal }) => scrapes.read(signal));
  for (const caller of callers) caller.abort();
  release();
  const outcomes = await Promise.allSettled(texts);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(collected).toEqual(['one']);
});

it('a caller that arrives after all others have left starts a new collection', async () => {
  const { scrapes, release } = open(['one']);
  const left = new AbortController();
  const first = scrapes.read(left.signal);
  left.abort();
  const second = scrapes.read(STAYING);
  release();
  release();
  await expect(first).rejects.toThrow('aborted');
  await expect(second).resolves.toContain('one 2');
});
