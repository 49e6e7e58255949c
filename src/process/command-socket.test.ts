import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '../config/index.ts';
import { createLogs } from '../platform/telemetry/index.ts';
import { testStorage } from '../partner/testing/facts.ts';
import { createTestDatabase } from '../testing/database.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { openCommandSocket, runFactCommand } from './command-socket.ts';
import { openFactStore } from './fact-store.ts';

const { db, url } = await createTestDatabase();

test('a file is imported here when no server has the facts open, and by the server when one has', async () => {
  const data = temporaryFolder();
  const config = loadConfig({ env: { DATABASE_URL: url }, flags: { data } });
  const path = join(data, 'rates.csv');
  writeFileSync(path, 'currency,rate_date,per_usd\nEUR,2024-03-01,0.9\nJPY,2024-03-01,150\n');
  const steps: unknown[] = [];
  const load = () =>
    runFactCommand(config, {
      name: 'import',
      input: { kind: 'rates', path },
      onProgress: (progress) => steps.push(progress),
    });
  expect(await load()).toMatchObject({ accepted: 2, refused: 0 });

  const facts = await openFactStore(config, { db, storage: testStorage(data) });
  const { logger } = createLogs('silent');
  const socket = await openCommandSocket(config, { facts, logger });
  expect(await load()).toMatchObject({ accepted: 0, repeated: 2 });
  writeFileSync(path, 'currency,rate_date,per_usd\nGBP,2024-03-01,0.8\nGBP,2024-03-02,x\n');
  expect(await load()).toMatchObject({ refused: 1, errors: [{ line: 3, field: 'per_usd' }] });
  expect(await facts.database.query('select count(*) as count from rates')).toEqual([{ count: 2 }]);
  await expect(
    runFactCommand(config, {
      name: 'import',
      input: { kind: 'rates', path: `${path}.no` },
      onProgress: () => {},
    }),
  ).rejects.toMatchObject({ code: 'validation_failed' });
  await socket.close();
  await facts.close();

  expect(steps.length).toBeGreaterThan(0);
  writeFileSync(path, 'currency,rate_date,per_usd\nGBP,2024-03-01,0.8\n');
  expect(await load()).toMatchObject({ accepted: 1 });
});
