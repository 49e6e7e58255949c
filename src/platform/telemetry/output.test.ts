import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../testing/folder.ts';
import { createLogs } from './log.ts';
import { openOutput } from './output.ts';

it('lines are in the file when they were flushed', () => {
  const path = join(temporaryFolder(), 'log');
  const fd = openSync(path, 'w');
  onTestFinished(() => closeSync(fd));
  const output = openOutput(fd);
  const logs = createLogs('info', output);
  logs.logger.info('kept');
  logs.flush();
  expect(readFileSync(path, 'utf8')).toContain('"msg":"kept"');
});

it.runIf(existsSync('/dev/full'))(
  'a full disk ends nothing, and a flush does not wait for room',
  async () => {
    const output = openOutput(openSync('/dev/full', 'w'));
    onTestFinished(() => output.destroy());
    const logs = createLogs('info', output);
    const failed = once(output, 'write').catch((error: unknown) => error);
    logs.logger.info('lost');
    expect(await failed).toMatchObject({ code: 'ENOSPC' });
    // An error that nobody listens to would end the process.
    expect(output.listenerCount('error')).toBeGreaterThan(0);
    logs.flush();
  },
);
