import { afterAll } from 'vitest';
import { newTraceId, type Actor } from '../../../kernel/index.ts';
import { frame } from '../../../platform/http/testing/app.ts';
import type { Endpoint } from '../../../platform/http/index.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { makeFolder, removeFolder } from '../../../testing/folder.ts';
import type { Facts, FactsContext } from '../../facts/handle/index.ts';
import { openTestFacts } from '../../testing/facts.ts';
import { putProgram } from '../../testing/program.ts';
import { inject } from '../../../testing/inject.ts';

const SCOPES = [
  'wallets:view',
  'wallets:edit',
  'disbursements:edit',
  'rebates:view',
  'rebates:edit',
  'reports:view',
  'links:edit',
];
const OF_MANAGERS = new Set(['program:view', 'program:edit', 'wallets:view', 'disbursements:manage']);

export const SYSTEM: Actor = { kind: 'system', id: 'test', tenant: 'default', scopes: new Set() };

export interface Answer<Body> {
  readonly status: number;
  readonly text: string;
  readonly body: Body;
  readonly etag: string | undefined;
}

/** What tests look at in the problem of a refusal. */
export interface Refusal {
  readonly code: string;
  readonly detail: string;
  readonly errors?: Record<string, string[]>;
}

export interface Call {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/**
 * The program of the tests with a database of its own. A token is the uid of a partner; `reader:P1` only reads, and
 * `manager:ada` runs the program, `payer:bridge` pays at another system, `compliance:cleo` reads who receives money, as
 * `foreign:cleo` does for another tenant, and `admin:ann` is an admin.
 */
export async function openOffice(endpoints: (facts: Facts) => Endpoint[] = () => []) {
  const database = await createTestDatabase({ poolSize: 8 });
  const folder = makeFolder();
  const time = { now: new Date('2024-06-01T12:00:00.000Z') };
  const clock = { now: () => time.now };
  const facts = await openTestFacts(folder, database.db);
  const app = frame(endpoints(facts), {
    db: database.db,
    clock,
    authenticate: (authorization = '') => actorOf(authorization.slice('Bearer '.length)),
  });
  afterAll(async () => {
    await app.close();
    await facts.close();
    await removeFolder(folder);
  });

  const as = (actor: Actor): FactsContext => ({
    actor,
    db: database.db,
    facts,
    clock,
    traceId: newTraceId(),
    signal: new AbortController().signal,
  });
  const bringing = as(SYSTEM);
  await putProgram(bringing);

  async function send<Body = Refusal>(
    actor: string,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    { body, headers }: Call = {},
  ): Promise<Answer<Body>> {
    const response = await inject(app, {
      method,
      url,
      headers: {
        authorization: `Bearer ${actor}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = response.body;
    const isJson = String(response.headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      text,
      body: (isJson ? JSON.parse(text) : {}) as Body,
      etag: response.headers.etag,
    };
  }

  return { database, folder, facts, bringing, time, as, send };
}

function actorOf(token: string): Actor {
  if (token.startsWith('payer:'))
    return { kind: 'client', id: token, tenant: 'default', scopes: new Set(['disbursements:confirm']) };
  const role = /^(compliance|foreign|admin):/.exec(token)?.[1];
  if (role !== undefined) {
    const scopes = new Set(role === 'admin' ? ['admin'] : ['program:view', 'pii:view']);
    return { kind: 'client', id: token, tenant: role === 'foreign' ? 'foreign' : 'default', scopes };
  }
  if (token.startsWith('manager:'))
    return { kind: 'client', id: token, tenant: 'default', scopes: OF_MANAGERS };
  const [, reader, person, partnerUid] = /^(reader:)?(person:)?(.*)$/.exec(token) ?? [];
  const scopes = new Set(reader === undefined ? SCOPES : SCOPES.filter((scope) => scope.endsWith(':view')));
  const kind = person === undefined ? 'client' : 'person';
  return { kind, id: token, tenant: 'default', scopes, partnerUid: partnerUid || undefined };
}
