import { expect, it, vi } from 'vitest';
import { withDiscovery, type Probe } from './discovery.ts';
import { frame } from './testing/app.ts';

const SERVICE = { title: 'Test', summary: '', version: '0', publicUrl: '', tags: {}, scopes: {}, events: [] };

const failing: Probe = () => Promise.reject(new Error('secret detail'));

const open = (probes: Record<string, Probe>) => frame(withDiscovery({ service: SERVICE, probes }, []));

it('readiness checks each dependency at most once a second', async () => {
  const probe = vi.fn(() => Promise.resolve());
  const app = open({ database: probe });
  const ask = () => app.inject({ url: '/readyz' });
  const answers = await Promise.all(Array.from({ length: 20 }, ask));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
  expect((await ask()).json()).toEqual({ status: 'ready', checks: { database: 'ok' } });
  expect(probe).toHaveBeenCalledTimes(1);
  await vi.waitFor(async () => {
    await ask();
    expect(probe).toHaveBeenCalledTimes(2);
  }, 60_000);
});

it('readiness names every dependency that does not answer', async () => {
  const app = open({ database: () => Promise.resolve(), storage: failing, other: failing });
  const answer = await app.inject({ url: '/readyz' });
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1']);
  expect(answer.json()).toMatchObject({ detail: 'Not answering: storage, other.' });
  expect(answer.body).not.toContain('secret');
});
