import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { auditEndpoints } from '../audit/index.ts';
import { reportEndpoints } from '../reports/index.ts';
import { put } from '../testing/facts.ts';
import { order } from '../testing/program.ts';
import { walletEndpoints } from '../wallets/index.ts';
import { asPartner } from './index.ts';
import { ADA, GRACE, openProgramService } from './testing/service.ts';

interface Example {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body: unknown;
}

function readExamples(): Example[] {
  const blocks = [...readFileSync('docs/program.md', 'utf8').matchAll(/^```http\n(.*?)^```/gms)];
  return blocks
    .flatMap(([, block = '']) => block.trim().split('\n\n'))
    .map((example) => {
      const [, method = '', path = '', body] = /^(\w+) \/api\/(\S+)(?:\n(.*))?$/s.exec(example) ?? [];
      return { method: method as Example['method'], path, body: body && (JSON.parse(body) as unknown) };
    });
}

test('every example of docs/program.md succeeds, in the order of the page', async () => {
  const { context, send } = await openProgramService((facts) => [
    ...[...reportEndpoints(facts, 2 ** 20), ...walletEndpoints(facts)].map((endpoint) =>
      endpoint.method === 'GET' && endpoint.scope !== 'program:view' ? asPartner(facts, endpoint) : endpoint,
    ),
    ...auditEndpoints(),
  ]);
  await put(context, 'orders', order(1), order(2, { closed_at: '2024-03-15T10:00:00Z' }));
  const examples = readExamples();
  expect(examples.length).toBeGreaterThan(25);
  let id = '';
  for (const { method, path, body } of examples) {
    // What one person proposes, another confirms.
    const who = path.endsWith('/confirm') ? GRACE : ADA;
    const answer = await send(who, method, path.replace('{id}', id), body);
    expect([method, path, answer]).toEqual([
      method,
      path,
      expect.objectContaining({ status: method === 'POST' && isCreation(path) ? 201 : 200 }),
    ]);
    id = typeof answer.body['id'] === 'string' ? answer.body['id'] : id;
  }
});

const isCreation = (path: string): boolean =>
  /^manage\/(partners|proposals)(\/[^/]+\/(accounts|links|suspensions|reinstatements|entries))?$/.test(path);
