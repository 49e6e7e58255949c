import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const OPENAPI = join(import.meta.dirname, '../../docs/openapi');

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
}

/** A repeat with the same key gets the first answer, byte for byte, unless that showed a secret. */
async function checkRepeat(first: Response, second: Response): Promise<void> {
  const [expected, text] = [await first.text(), await second.text()];
  if (second.status === 409 && text.includes('"code":"secret_shown_once"')) return;
  if (second.status === first.status && text === expected) return;
  throw new Error(
    `The repeat of a request was answered ${second.status} ${text} after ${first.status} ${expected}`,
  );
}

/** Sends requests, and notes which operations of a service were called. Repeats those with an `Idempotency-Key`. */
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
    async fetch(input, init) {
      const request = new Request(input, init);
      called.add(nameOf(request));
      const again = request.headers.has('idempotency-key') ? request.clone() : undefined;
      const answer = await fetch(request);
      if (again && answer.ok) await checkRepeat(answer.clone(), await fetch(again));
      return answer;
    },
  };
}
