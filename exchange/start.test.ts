import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../src/kernel/index.ts';
import { stillProfile } from './testing/profile.ts';
import { CREDENTIALS } from './testing/start.ts';
import { startExchange } from './start.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'exchange-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

it('a second exchange on the same port stops before it touches any data', async () => {
  const start = (port: number, data: string) =>
    startExchange({
      name: 'test',
      profile: stillProfile,
      seed: '1',
      directory: join(directory, data),
      port,
      controlPort: 0,
      clock: systemClock,
      ...CREDENTIALS,
    });
  const first = await start(0, 'first');
  await expect(start(first.port, 'second')).rejects.toThrow(/EADDRINUSE/);
  expect(existsSync(join(directory, 'second'))).toBe(false);
  await first.stop();
});
