import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from './index.ts';

test('the ports that one process chooses at once differ, and nothing listens on them', async () => {
  const ports = await Promise.all(Array.from({ length: 10 }, (_, nth) => freePort(nth)));
  expect(new Set(ports).size).toBe(10);
  for (const port of ports) {
    const server = createServer().listen(port, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
  }
});

test('a port that is taken is passed over', async () => {
  const taken = createServer().listen(await freePort(3), '127.0.0.1');
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  expect(await freePort(3)).not.toBe((taken.address() as { port: number }).port);
});

test('a process of another id chooses other ports', async () => {
  const { pid } = process;
  onTestFinished(() => void Object.defineProperty(process, 'pid', { value: pid }));
  const ports = [await freePort(0)];
  for (const other of [pid + 1, pid + 2]) {
    Object.defineProperty(process, 'pid', { value: other });
    ports.push(...(await Promise.all([freePort(0), freePort(9)])));
  }
  expect(new Set(ports).size).toBe(5);
});
