import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { ERRORS } from '../src/kernel/index.ts';
import { createServices } from './testing/services.ts';
import { inject } from '../src/testing/inject.ts';

type Node = Readonly<Record<string, unknown>>;

const services = await createServices();

const config = await createConfig({
  extends: ['recommended'],
  // The published paths of the partner service end with a slash; they answer without it too.
  rules: { 'no-path-trailing-slash': 'off' },
});

describe.each(Object.entries(services))('the OpenAPI document of the %s service', async (service, app) => {
  const { body: source } = await inject(app, '/openapi.json');
  const document = JSON.parse(source) as Node;
  const operations = operationsOf(document);

  it('is valid 3.1 and breaks no rule of the linter', async () => {
    const problems = await lintFromString({ source, config, absoluteRef: `${service}.json` });
    expect(problems.map(({ message, location: [at] }) => `${message} ${at?.pointer}`)).toEqual([]);
    expect(document['openapi']).toBe('3.1.0');
  });

  it('lists exactly the errors of src/kernel/errors.ts and docs/errors.md', () => {
    const listed = /\[("validation_failed",[^\]]*)\]/.exec(source)?.[1]?.replaceAll('"', '').split(',');
    const documented = readFileSync('docs/errors.md', 'utf8').matchAll(/^\| `(\w+)`/gm);
    expect(listed).toEqual(Object.keys(ERRORS));
    expect([...documented].map(([, code]) => code)).toEqual(Object.keys(ERRORS));
  });

  it('names every operation once, sums it up and puts it under an explained heading', () => {
    const tags = new Set((document['tags'] as Node[]).map(({ name, description }) => description && name));
    const names = operations.map(({ operation }) => operation['operationId']);
    expect(names).toEqual([...new Set(names)]);
    for (const { name, operation } of operations) {
      expect(operation['summary'], `${name} has no summary`).toMatch(/\w/);
      expect(tags, `${name} has a tag without a description`).toContain((operation['tags'] as string[])[0]);
    }
  });

  it('shows an example of every body, and explains or exemplifies every parameter and property', () => {
    expect(findGaps(document)).toEqual([]);
  });
});

function operationsOf(document: Node): { name: string; operation: Node }[] {
  return Object.entries(document['paths'] as Record<string, Node>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation: operation as Node,
    })),
  );
}

/** Walks the whole document; gives the places where a reader would have to guess. */
function findGaps(node: unknown, path = '#'): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const inside = Object.entries(node).flatMap(([key, value]) =>
    key === 'example' || key === 'examples' ? [] : findGaps(value, `${path}/${key}`),
  );
  const children = Object.entries(node as Record<string, unknown>);
  const own = (key: string, isTold: (value: Node) => boolean, advice: string): string[] =>
    path.endsWith(`/${key}`) && !path.endsWith(`/properties/${key}`)
      ? children.flatMap(([name, value]) => (isTold(value as Node) ? [] : [`${path}/${name} ${advice}`]))
      : [];
  return [
    ...own('content', isShown, 'has no example: give every property `examples`'),
    ...own('properties', isExplained, 'has neither description nor example: add one to its schema'),
    ...own('parameters', isExplained, 'has neither description nor example: add one to its schema'),
    ...inside,
  ];
}

const isShown = (media: Node): boolean => media['example'] !== undefined || media['examples'] !== undefined;

/** A part that refers to a named schema is explained there. */
function isExplained(part: Node): boolean {
  const schema = (part['schema'] ?? part['items'] ?? {}) as Node;
  return [part, schema].some((node) =>
    ['description', 'examples', 'const', '$ref'].some((key) => key in node),
  );
}
