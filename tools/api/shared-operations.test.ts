import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Node = Readonly<Record<string, unknown>>;
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Node>>>>;
  readonly components: Readonly<Record<string, Node>>;
}

/** Each service has scopes and events of its own. */
const DIFFERENT = new Set(['example', 'examples', 'scopes', 'events']);

/** The operations of a service by method and path, with everything that they refer to in its place. */
function operationsOf(service: string): Map<string, unknown> {
  const { paths, components } = JSON.parse(readFileSync(`docs/openapi/${service}.json`, 'utf8')) as Document;
  const resolve = (node: unknown, within: readonly string[] = []): unknown => {
    if (Array.isArray(node)) return node.map((each) => resolve(each, within));
    if (typeof node !== 'object' || node === null) return node;
    const { $ref, ...rest } = node as Node;
    if (typeof $ref === 'string') {
      const [, , part = '', name = ''] = $ref.split('/');
      return within.includes($ref) ? $ref : resolve(components[part]?.[name], [...within, $ref]);
    }
    return Object.fromEntries(
      Object.entries(rest).flatMap(([key, value]) =>
        DIFFERENT.has(key) ? [] : [[key, resolve(value, within)]],
      ),
    );
  };
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        `${method.toUpperCase()} ${path}`,
        resolve(operation),
      ]),
    ),
  );
}

const ofAccess = (operations: Map<string, unknown>): string[] =>
  [...operations.keys()].filter((name) => / \/(auth|oauth)\//.test(name));

test('shared operations are the same on both services', () => {
  const [trading, partner] = [operationsOf('trading'), operationsOf('partner')];
  const shared = [...trading.keys()].filter((name) => partner.has(name));
  expect(shared).toContain('GET /auth/proposals');
  for (const name of shared) expect([name, partner.get(name)]).toEqual([name, trading.get(name)]);
  expect(ofAccess(partner)).toEqual(ofAccess(trading));
});
