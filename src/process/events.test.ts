import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { repositoryFiles } from '../../tools/sources/repository-files.ts';
import { SCOPES } from '../platform/auth/index.ts';
import type { EventDefinition } from '../platform/events/index.ts';
import { partnerEvents, tradingEvents } from './events.ts';

const listed: readonly string[] = [...tradingEvents, ...partnerEvents].map(({ type }) => type);

test('every event that a module defines is listed once', () => {
  const defined = repositoryFiles()
    .filter((path) => /^src\/(trading|partner)\/.*(?<!\.test)\.ts$/.test(path) && !path.includes('/testing/'))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/defineEvent\(\{\s*type: '([^']+)'/g)])
    .map(([, type = '']) => type);
  expect(defined.toSorted()).toEqual(listed.toSorted());
});

test('no event is of both services', () => {
  expect(new Set(listed).size).toBe(listed.length);
});

const unknown = (known: object, events: readonly EventDefinition[]) =>
  events.filter(({ scope }) => !Object.hasOwn(known, scope));

test('the scope of every event exists in its service', () => {
  expect(unknown(SCOPES.trading, tradingEvents)).toEqual([]);
  expect(unknown(SCOPES.partner, partnerEvents)).toEqual([]);
});
