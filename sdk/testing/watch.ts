import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { differencesOf, type ApiDocument } from '../../src/testing/declared-answer.ts';

const OPENAPI = join(import.meta.dirname, '../../docs/openapi');

type Operation = ApiDocument['paths'][string][string];

/** A repeat with the same key gets the first answer, byte for byte and marked, unless that showed a secret. */
async function compareRepeat(first: Response, second: Response): Promise<string[]> {
  const [expected, text] = [await first.text(), await second.text()];
  if (second.status === 409 && text.includes('"code":"secret_shown_once"')) return [];
  const isMarked = second.headers.get('idempotency-replayed') === 'true';
  if (second.status === first.status && text === expected && isMarked) return [];
  const mark = isMarked ? 'marked' : 'unmarked';
  return [`the repeat was answered ${second.status} ${text} (${mark}) after ${first.status} ${expected}`];
}

/** Numbers with an exponent, or with zeros that say nothing. */
const oddNumbers = (json: string): string[] =>
  (json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').match(/-?\d[\d.eE+-]*/g) ?? [])
    .filter((digits) => !/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/.test(digits))
    .map((digits) => `the number ${digits} is not plain`);

/**
 * Sends requests, notes which operations of a service were called, and compares the answers with what is declared.
 * Repeats requests with an `Idempotency-Key`.
 */
export function watchOperations(service: 'trading' | 'partner'): {
  readonly fetch: typeof fetch;
  readonly called: Set<string>;
  /** Where answers were not as declared. */
  readonly differences: string[];
} {
  const document = JSON.parse(readFileSync(join(OPENAPI, `${service}.json`), 'utf8')) as ApiDocument;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) => {
    const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return Object.entries(methods).map(([method, declared]) => ({
      method: method.toUpperCase(),
      pattern,
      declared,
      isExact: !path.includes('{'),
    }));
  });
  const called = new Set<string>();
  const differences: string[] = [];
  const find = ({ method, url }: Request): Operation => {
    const { pathname } = new URL(url);
    const found = operations
      .filter((operation) => operation.method === method && operation.pattern.test(pathname))
      .toSorted((a, b) => Number(b.isExact) - Number(a.isExact));
    if (!found[0]) throw new Error(`No operation is ${method} ${pathname}.`);
    return found[0].declared;
  };
  const isKnown = (path: string): boolean =>
    !path.includes('undefined') && operations.some(({ pattern }) => pattern.test(path));
  const note = (operation: Operation, found: readonly string[]): unknown =>
    differences.push(...found.map((difference) => `${String(operation['operationId'])}: ${difference}`));
  const send = async (request: Request, operation: Operation): Promise<Response> => {
    const answer = await fetch(request);
    const answered = { status: answer.status, headers: Object.fromEntries(answer.headers) };
    note(operation, differencesOf(document, operation, answered));
    const location = answer.headers.get('location');
    if (location !== null && !isKnown(location)) note(operation, [`nothing is at ${location}`]);
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
    if (service === 'partner' && isJson) note(operation, oddNumbers(await answer.clone().text()));
    return answer;
  };
  return {
    called,
    differences,
    async fetch(input, init) {
      const request = new Request(input, init);
      const operation = find(request);
      called.add(String(operation['operationId']));
      const again = request.headers.has('idempotency-key') ? request.clone() : undefined;
      const answer = await send(request, operation);
      if (again && answer.ok) {
        note(operation, await compareRepeat(answer.clone(), await send(again, operation)));
      }
      return answer;
    },
  };
}
