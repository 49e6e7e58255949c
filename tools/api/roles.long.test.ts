import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { newTraceId, systemClock, type Context } from '../../src/kernel/index.ts';
import { invitePerson, ROLES, type ServiceName } from '../../src/platform/auth/index.ts';
import type { Db } from '../../src/platform/postgres/index.ts';
import { createTestDatabase } from '../../src/testing/database.ts';
import { inject } from '../../src/testing/inject.ts';
import { readAccess } from '../generate/access.ts';
import { createServices, URLS } from '../testing/services.ts';

const database = await createTestDatabase();
const services = await createServices({ database });
const rows = await readAccess(services);
const context: Context<Db> = {
  actor: { kind: 'operator', id: 'root', tenant: 'acme', scopes: new Set(['admin']) },
  clock: systemClock,
  db: database.db,
  traceId: newTraceId(),
  signal: new AbortController().signal,
};

/** The cookie of a person with this role only. */
async function signIn(service: ServiceName, role: string): Promise<string> {
  const login = role.replace(':', '-');
  const isPartner = role === 'partner:partner';
  const { token } = await invitePerson(context, {
    login,
    tenant: 'acme',
    roles: [role],
    ...(isPartner && { partnerUid: 'p-1' }),
  });
  const accepted = await inject(services[service], {
    method: 'POST',
    url: '/auth/invitations/accept',
    headers: { origin: URLS[service], 'x-quaestor-console': '1' },
    payload: { token, password: 'orbit-lantern-velvet-ninety' },
  });
  return accepted.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

/** Whether the gate lets the person in; what the operation answers then does not matter here. */
async function isAllowed(
  service: ServiceName,
  method: string,
  path: string,
  cookie: string,
): Promise<boolean> {
  const leaving = new AbortController();
  const { port } = services[service].server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path.replaceAll(/\{\w+\}/g, '1')}`, {
    method,
    headers: { cookie, origin: URLS[service], 'x-quaestor-console': '1' },
    signal: leaving.signal,
  });
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json') === true;
  const { code } = isProblem ? ((await response.json()) as { code: string }) : { code: 'none' };
  leaving.abort();
  expect(['unauthenticated', 'token_expired', 'internal']).not.toContain(code);
  return code !== 'forbidden';
}

describe.each(Object.keys(ROLES))('a person with the role %s', async (role) => {
  const service = role.startsWith('trading:') ? 'trading' : 'partner';
  const cookie = await signIn(service, role);
  const guarded = rows.filter((row) => row.service === service && row.scope !== 'any token');

  it.each(guarded)('at $method $path', async ({ method, path, roles }) => {
    expect(await isAllowed(service, method, path, cookie)).toBe(roles.includes(role));
  });
});
