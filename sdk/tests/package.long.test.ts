import { execFile } from 'node:child_process';
import { cpSync, existsSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, request as forward } from 'node:http';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openChromium } from '../../src/testing/chromium.ts';
import type * as Sdk from '../src/index.ts';
import { startProduct, type Product } from '../testing/product.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 300_000 });

const SDK = join(import.meta.dirname, '..');
const ROOT = join(SDK, '..');
const README = readFileSync(join(SDK, 'README.md'), 'utf8');
const run = promisify(execFile);

/** The programs of the README, each with its documented output. */
const JOURNEYS = [
  ...README.matchAll(/## ([^\n]+)\n(?:(?!\n## ).)*?```ts run\n(.*?)```\n\n```text\n(.*?)```/gs),
].map(([, title = '', program = '', output = '']) => ({ title, program, output }));

/** Loads the package as it is. */
const PAGE =
  '<!doctype html><script type="module">import * as sdk from "/sdk/index.js"; window.sdk = sdk;</script>';

let product: Product;

let packed: string;

/** A fresh project beside the data folder of the product, with the SDK packed as the README says and nothing else. */
beforeAll(async () => {
  product = await startProduct();
  const { folder } = product;
  const clone = await cloneInto(join(folder, 'clone'));
  await run('sh', ['-c', commandOf('npm pack')], { cwd: clone });
  packed = join(folder, commandOf('npm install').replace(/.*\.\//, ''));
  renameSync(join(clone, basename(packed)), packed);
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'fresh', private: true, type: 'module' }),
  );
  await run('sh', ['-c', `${commandOf('npm install')} --offline --no-audit --no-fund`], { cwd: folder });
  for (const [index, { program }] of JOURNEYS.entries()) {
    const here = program
      .replaceAll('http://127.0.0.1:8080', product.trading)
      .replaceAll('http://127.0.0.1:8081', product.partner);
    writeFileSync(join(folder, `journey-${index}.ts`), here);
  }
});
afterAll(() => product.close());

/** What a clone of the repository would have, changes that are not committed included, after `npm ci`. */
async function cloneInto(folder: string): Promise<string> {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await run('git', list, { cwd: ROOT, maxBuffer: 10_000_000 });
  for (const path of stdout.split('\0').filter((path) => path !== '' && existsSync(join(ROOT, path)))) {
    cpSync(join(ROOT, path), join(folder, path));
  }
  for (const modules of ['node_modules', 'sdk/node_modules']) {
    symlinkSync(join(ROOT, modules), join(folder, modules));
  }
  return folder;
}

/** The command of the README that begins so. */
function commandOf(start: string): string {
  const [, command] = new RegExp(`\`(${start} [^\`]+)\``).exec(README) ?? [];
  if (command === undefined) throw new Error(`The README does not say how to ${start}.`);
  return command;
}

it('the package holds the modules with their types, the README and the licence, and nothing else', async () => {
  const { stdout } = await run('tar', ['-tzf', packed]);
  const paths = stdout
    .trim()
    .split('\n')
    .map((path) => path.replace(/^package\//, ''));
  expect(paths).toEqual(expect.arrayContaining(['dist/index.js', 'dist/index.d.ts']));
  const others = paths.filter((path) => !/^dist\/[\w/-]+\.(js|d\.ts)$/.test(path)).toSorted();
  expect(others).toEqual(['LICENSE', 'README.md', 'package.json']);
  expect(paths.filter((path) => /test/.test(path))).toEqual([]);
});

it.each([
  ['5', join(SDK, 'package.json')],
  ['7', join(ROOT, 'package.json')],
])('a fresh project type-checks under strict with TypeScript %s', async (version, from) => {
  const typescript = createRequire(from).resolve('typescript/package.json');
  expect((JSON.parse(readFileSync(typescript, 'utf8')) as { version: string }).version).toMatch(
    new RegExp(`^${version}\\.`),
  );
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: [],
    resolveJsonModule: true,
    noEmit: true,
  };
  writeFileSync(
    join(product.folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['journey-*.ts'] }),
  );
  const compiler = join(typescript, '../bin/tsc');
  const checked = await run(process.execPath, [compiler, '-p', '.'], { cwd: product.folder }).catch(
    (failure: { stdout: string }) => failure,
  );
  expect(checked.stdout).toBe('');
});

describe('each program of the README prints what it says', () => {
  it('there are five', () => expect(JOURNEYS).toHaveLength(5));

  it.each(JOURNEYS.map(({ title, output }, index) => [title, index, output] as const))(
    '%s',
    async (_title, index, output) => {
      const source = readFileSync(join(product.folder, `journey-${index}.ts`), 'utf8');
      const { code } = await transform(source, { loader: 'ts', format: 'esm', target: 'esnext' });
      writeFileSync(join(product.folder, `journey-${index}.js`), code);
      const { stdout } = await run(process.execPath, [`journey-${index}.js`], { cwd: product.folder });
      expect(stdout).toBe(output);
    },
  );
});

it('the package runs in Chromium as it is, without a bundler', async () => {
  const modules = join(product.folder, 'node_modules/@quaestor/sdk/dist');
  const target = new URL(product.trading);
  /** The modules of the SDK, and the trading service beside them. */
  const server = createServer((incoming, answer) => {
    const { url = '', method, headers } = incoming;
    if (url === '/page') return answer.setHeader('content-type', 'text/html').end(PAGE);
    if (url.startsWith('/sdk/')) {
      answer.setHeader('content-type', 'text/javascript');
      return answer.end(readFileSync(join(modules, url.slice('/sdk/'.length))));
    }
    const outgoing = forward({ host: target.hostname, port: target.port, path: url, method, headers });
    outgoing.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(answer);
    });
    return incoming.pipe(outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await openChromium();
  try {
    const page = await browser.newPage();
    await page.goto(`${origin}/page`);
    await page.waitForFunction('globalThis.sdk');
    const found = await page.evaluate(
      async ({ client_id, client_secret, origin }) => {
        const { clientCredentials, Trading } = (globalThis as unknown as { sdk: typeof Sdk }).sdk;
        const trading = new Trading({ url: origin, auth: clientCredentials(client_id, client_secret) });
        const venues = await trading.venues.list();
        const book = await trading.book('BTC-USDT').stream({ depth: 3 }).next();
        const refused = await trading.withdrawals.get('01890a5d-ac96-774b-bcce-b302099a8057').catch(String);
        return {
          codes: venues.map(({ code }) => code),
          depth: (book.value as { bids: unknown[] }).bids.length,
          refused,
        };
      },
      { ...product.credentials.operator, origin },
    );
    expect(found).toEqual({
      codes: expect.arrayContaining(['aurora']) as unknown,
      depth: 3,
      refused: expect.stringContaining('NotFoundError') as unknown,
    });
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
});
