import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestDatabase } from './testing/database.ts';
import { temporaryFolder } from './testing/folder.ts';
import { newPort, quaestor } from './testing/process.ts';

const { url } = await createTestDatabase();

it('the program that is built serves both services until it gets a signal to stop', async () => {
  const [trading, partner, metrics] = [await newPort(), await newPort(), await newPort()];
  const folder = temporaryFolder();
  const config = join(folder, 'quaestor.json');
  const ports = { trading: { port: trading }, partner: { port: partner }, metrics: { port: metrics } };
  writeFileSync(config, JSON.stringify({ secret: 's'.repeat(32), data: join(folder, 'data'), ...ports }));
  const server = quaestor(['serve', '--config', config], { DATABASE_URL: url });
  await server.until('Press Ctrl-C to stop.');
  for (const port of [trading, partner]) {
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  }
  server.child.kill('SIGINT');
  expect(await server.ended).toBe(0);
});
