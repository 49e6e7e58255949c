import { execFile } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { temporaryFolder } from '../../src/testing/folder.ts';
import { MAIN } from '../../src/testing/product.ts';

const run = promisify(execFile);

it('the command quaestor runs through a link, as npm installs it', async () => {
  const link = join(temporaryFolder(), 'quaestor');
  expect(join(process.cwd(), manifest.bin.quaestor)).toBe(MAIN);
  symlinkSync(MAIN, link);
  const { stdout } = await run(link, ['--version']);
  expect(stdout).toBe(`${manifest.version}\n`);
});

it('the package holds the programs and what they read, and nothing else', async () => {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts']);
  const [{ files } = { files: [] }] = JSON.parse(stdout) as { files: { path: string }[] }[];
  const paths = files.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'dist/copy.js', 'dist/exchange.js', 'dist/main.js']),
  );
  for (const part of [/^migrations\/schema\/.+\.sql$/, /^migrations\/upgrade\/.+\.sha256$/])
    expect(paths.filter((path) => part.test(path))).not.toEqual([]);
  const others = paths.filter(
    (path) =>
      !/^(dist\/[^/]+\.js|dist\/reference\/(LICENSE|scalar-[0-9a-f]{16}\.js(\.br|\.gz)?)|migrations\/(schema\/|upgrade\/)?[^/]+\.sql|migrations\/upgrade\/[^/]+\.sha256|console\/dist\/\w+\/(index\.\w+\.html|icon-\d+\.png|worker\.js|assets\/[^/]+))$/.test(
        path,
      ),
  );
  expect(others.toSorted()).toEqual(['LICENSE', 'README.md', 'package.json', 'quaestor.example.yaml']);
});
