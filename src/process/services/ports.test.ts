import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '../../config/index.ts';
import { newPort } from '../../testing/new-port.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { notePorts, withNotedPorts } from './ports.ts';

test('a note of ports that a full disk has cut off counts as none, and the next start writes it anew', async () => {
  const data = temporaryFolder();
  const file = join(data, 'config.yaml');
  const port = await newPort();
  writeFileSync(file, JSON.stringify({ secret: 'x'.repeat(32), data, trading: { port } }));
  const config = loadConfig({ file, env: {}, flags: {} });
  writeFileSync(join(data, 'ports.json'), '{"trading":80');
  expect((await withNotedPorts(config)).trading.port).toBe(port);
  await notePorts(config, { trading: port });
  expect(JSON.parse(readFileSync(join(data, 'ports.json'), 'utf8'))).toEqual({ trading: port });
});
