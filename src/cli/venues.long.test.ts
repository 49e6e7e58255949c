import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { makeFolder, removeFolder } from '../testing/folder.ts';
import { quaestor } from '../testing/process.ts';
import { accessTo, imitationOf, keysOf, startLoopback } from '../trading/venues/testing/imitated.ts';

const database = await createTestDatabase();
const { key, secret, password } = keysOf('okx');
const ENV = { OKX_KEY: key, OKX_SECRET: secret, OKX_PASSWORD: password };

let folder: string;
let server: Awaited<ReturnType<typeof startLoopback>>;
beforeAll(async () => {
  folder = makeFolder();
  server = await startLoopback(imitationOf('okx').dialect);
  server.core.arrange([['59998.01', '0.3']], [['60001.01', '0.1']]);
  const venue = { kind: 'ccxt', exchange: 'okx', credentials: 'env:OKX' };
  const venues = [
    { code: 'okx-main', ...venue, ...accessTo(server.port) },
    { code: 'okx-gone', ...venue, ...accessTo(1) },
  ];
  const config = { secret: 'x'.repeat(32), database: { url: database.url }, venues };
  writeFileSync(join(folder, 'quaestor.yaml'), stringify(config));
});
afterAll(async () => {
  await server.goOffline();
  await removeFolder(folder);
});

async function check(args: readonly string[], env: Record<string, string> = ENV) {
  const child = quaestor(['venues', 'check', ...args, '--config', join(folder, 'quaestor.yaml')], env);
  return { code: await child.ended, text: child.output() };
}

describe('venues check', () => {
  it('prints one line for each subject and ends with 0 where everything needed works', async () => {
    const { code, text } = await check(['okx-main']);
    expect(text.split('\n').map((line) => line.trimEnd())).toEqual([
      'okx-main (okx)',
      '  reach       ok       OKX answers',
      expect.stringMatching(/^ {2}clock {7}ok {7}\S/),
      '  key         ok       the venue accepts it',
      '  permissions WARNING  read, trade, withdraw; withdrawals are off here: forbid the key to withdraw',
      expect.stringMatching(/^ {2}markets {5}ok {7}\d+ markets; \d+ of \d+ assets can be paid out$/),
      '  book        ok       BTC-USDT: best bid 59998.01, best ask 60001.01, live',
      '  fees        ok       maker 0.0008, taker 0.001, in the received asset',
      '',
    ]);
    expect(code).toBe(0);
  });

  it('takes all venues without a code and ends with 1 where one fails', async () => {
    const { code, text } = await check([]);
    expect(text).toContain('okx-main (okx)');
    expect(text).toMatch(/okx-gone \(okx\)\n {2}reach {7}FAILED {3}.*ECONNREFUSED/);
    expect(code).toBe(1);
  });

  it('says which key is refused without showing it', async () => {
    const { code, text } = await check(['okx-main'], { ...ENV, OKX_KEY: 'hush-hush' });
    expect(text).toMatch(/ {2}key {9}FAILED {3}\S/);
    expect(text).not.toContain('hush');
    expect(code).toBe(1);
  });

  it('names the variables that are missing', async () => {
    const { code, text } = await check(['okx-main'], {});
    expect(text).toContain('The environment must give OKX_KEY and OKX_SECRET.');
    expect(code).toBe(1);
  });

  it('names the venues that there are where the code is not known', async () => {
    const { code, text } = await check(['okx-mian']);
    expect(text).toContain('No venue okx-mian is configured. There are: okx-main, okx-gone.');
    expect(code).toBe(1);
  });

  it('teaches in its help', async () => {
    const { code, text } = await check(['--help']);
    expect(text).toContain('No order and no withdrawal is sent.');
    expect(code).toBe(0);
  });
});
