import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';

const linesOf = (name: string): readonly string[] =>
  readFileSync(join(PACKAGE_ROOT, name), 'utf8').trim().split('\n');

/** What an image copies from this repository; `--from` copies from another stage of the build. */
const copied = linesOf('Dockerfile')
  .flatMap((line) => /^COPY (?!--from)(.+) \S+$/.exec(line)?.[1]?.split(' ') ?? [])
  .toSorted();

test('all that the image is built from is there, and is not ignored', () => {
  const letIn = new Set(linesOf('.dockerignore').flatMap((line) => /^!(.+)$/.exec(line)?.[1] ?? []));
  expect(copied).toContain('src');
  expect(copied.filter((path) => !letIn.has(path.split('/')[0] ?? ''))).toEqual([]);
  expect(copied.filter((path) => !existsSync(join(PACKAGE_ROOT, path)))).toEqual([]);
});

test('every workspace is in the image before its packages are installed', () => {
  const { workspaces } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as {
    workspaces: readonly string[];
  };
  expect(copied).toEqual(expect.arrayContaining(workspaces.map((name) => `${name}/package.json`)));
});
