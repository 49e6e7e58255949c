import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { repositoryFiles } from '../../tools/repository-files.ts';
import { SCOPES } from '../platform/auth/index.ts';
import { tradingEvents } from './events.ts';

const listed: readonly string[] = tradingEvents.map(({ type }) => type);

test('every event that a module defines is listed once', () => {
  const defined = repositoryFiles()
    .filter((path) => /^src\/(trading|partner)\/.*(?<!\.test)\.ts$/.test(path) && !path.includes('/testing/'))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/defineEvent\(\{\s*type: '([^']+)'/g)])
    .map(([, type = '']) => type);
  expect(defined.toSorted()).toEqual(listed.toSorted());
});

test('the scope of every event exists in the trading service', () => {
  const known = Object.keys(SCOPES.trading);
  expect(tradingEvents.filter(({ scope }) => !known.includes(scope))).toEqual([]);
});
