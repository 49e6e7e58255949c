import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeFolder, removeFolder } from '../testing/folder.ts';
import { loadConfig } from './index.ts';

const folder = makeFolder();
afterAll(() => removeFolder(folder));

const LINES = readFileSync('quaestor.example.yaml', 'utf8').split('\n');
const ENV = { QUAESTOR_SECRET: 's'.repeat(32) };

/** Lines that hold a setting or name a group, each with the line that names its group. */
const CHOICES = LINES.flatMap((line, index) => {
  if (!/^#( {2})?\w+:/.test(line)) return [];
  const group = LINES.slice(0, index).findLastIndex((earlier) => /^#\w+:/.test(earlier));
  const lines = line.startsWith('#  ') ? [group, index] : [index];
  return [{ name: lines.map((each) => LINES[each]?.slice(1).trim()).join(' '), lines }];
});

it('every line of the example that can be uncommented is tried', () => {
  expect(CHOICES.length).toBeGreaterThan(60);
  expect(CHOICES.map(({ name }) => name)).toContain('database: poolSize: 10');
});

it.each(CHOICES)('the example is accepted with only this line in use: $name', ({ lines }) => {
  const file = join(folder, 'quaestor.yaml');
  writeFileSync(file, LINES.map((line, index) => (lines.includes(index) ? line.slice(1) : line)).join('\n'));
  const { demo: _demo, ...expected } = loadConfig({ file: emptyFile(), env: ENV, flags: {} });
  expect(loadConfig({ file, env: ENV, flags: {} })).toMatchObject(expected);
});

it('the example of venues is accepted', () => {
  const file = join(folder, 'quaestor.yaml');
  const text = LINES.filter((line) => !line.startsWith('#venues:')).map((line) => line.replace(/^## /, ''));
  writeFileSync(file, text.join('\n'));
  expect(loadConfig({ file, env: ENV, flags: {} }).venues.map(({ code }) => code)).toEqual([
    'kraken-main',
    'okx-test',
  ]);
});

function emptyFile(): string {
  const file = join(folder, 'empty.yaml');
  writeFileSync(file, '');
  return file;
}
