import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const OPENAPI = join(import.meta.dirname, '../../docs/openapi');

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
}

/** Sends requests, and notes which operations of a service were called. */
export function watchOperations(service: 'trading' | 'partner'): {
  readonly fetch: typeof fetch;
  readonly called: Set<string>;
} {
  const { paths } = JSON.parse(readFileSync(join(OPENAPI, `${service}.json`), 'utf8')) as Document;
  const operations = Object.entries(paths).flatMap(([path, methods]) => {
    const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return Object.entries(methods).map(([method, { operationId }]) => ({
      method: method.toUpperCase(),
      pattern,
      operationId,
      isExact: !path.includes('{'),
    }));
  });
  const called = new Set<string>();
  const nameOf = ({ method, url }: Request): string => {
    const { pathname } = new URL(url);
    const found = operations
      .filter((operation) => operation.method === method && operation.pattern.test(pathname))
      .toSorted((a, b) => Number(b.isExact) - Number(a.isExact));
    if (!found[0]) throw new Error(`No operation is ${method} ${pathname}.`);
    return found[0].operationId;
  };
  return {
    called,
    fetch: (input, init) => {
      const request = new Request(input, init);
      called.add(nameOf(request));
      return fetch(request);
    },
  };
}
