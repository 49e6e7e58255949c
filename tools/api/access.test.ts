import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createCredential, GRANTS } from '../../src/platform/auth/index.ts';
import type { FastifyInstance } from 'fastify';
import { newTraceId, sha256, systemClock, type Context } from '../../src/kernel/index.ts';
import type { Db } from '../../src/platform/postgres/index.ts';
import { createTestDatabase } from '../../src/testing/database.ts';
import { inject } from '../../src/testing/inject.ts';
import { startIssuer } from '../testing/issuer.ts';
import { createServices, URLS } from '../testing/services.ts';

const UUID = '01890a5d-ac96-774b-bcce-b302099a8057';

const database = await createTestDatabase();
const { externalIssuer, sign } = await startIssuer();
const own = await createServices({ database });
const outside = await createTestDatabase();
const external = await createServices({ externalIssuer, database: outside });
const operations = await guardedOperations(own.trading);
/** With an external issuer, people and clients are managed there. */
const elsewhere = await guardedOperations(external.trading);
const EVERYTHING = [...Object.keys(GRANTS.trading), ...Object.keys(GRANTS.partner), 'admin'];

interface Operation {
  readonly method: string;
  readonly path: string;
  /** The example of the document: what is wrong with a body may be said before who sent it. */
  readonly payload: object | undefined;
}

interface Described {
  readonly security: object[];
  readonly requestBody?: {
    readonly content: { readonly 'application/json'?: { readonly example?: object } };
  };
}

/** Every operation of the service that needs a token, with its parameters filled in. */
async function guardedOperations(app: FastifyInstance): Promise<Operation[]> {
  const document = (await inject(app, '/openapi.json')).json<{
    paths: Record<string, Record<string, Described>>;
  }>();
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => security.length > 0)
      .map(([method, { requestBody }]) => ({
        method: method.toUpperCase(),
        // Who asks matters here only once the id has its form: any token can ask for this one.
        path: path.replace('/devices/{id}', `/devices/${UUID}`).replaceAll(/\{\w+\}/g, '1'),
        payload: requestBody?.content['application/json']?.example,
      })),
  );
}

const statusOf = async (app: FastifyInstance, { method, path, payload }: Operation, authorization: string) =>
  (await inject(app, { method, url: path, headers: { authorization }, ...(payload && { payload }) }))
    .statusCode;

const context: Context<Db> = {
  actor: { kind: 'operator', id: 'root', tenant: 'acme', scopes: new Set(['admin']) },
  clock: systemClock,
  db: database.db,
  traceId: newTraceId(),
  signal: new AbortController().signal,
};

async function getToken(app: FastifyInstance, name: string, secret: string) {
  const { statusCode, json } = await inject(app, {
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `grant_type=client_credentials&client_id=${name}&client_secret=${secret}`,
  });
  const { access_token, error } = json<{ access_token?: string; error?: string }>();
  return { statusCode, error, authorization: `Bearer ${access_token}` };
}

it('the trading service has operations that need a token', () => {
  expect(operations.length).toBeGreaterThan(25);
});

describe('a client of a partner', async () => {
  const input = { kind: 'client', name: 'affiliate', tenant: 'acme', partnerUid: 'p-1' } as const;
  const { credential, secret } = await createCredential(context, { ...input, scopes: ['reports:view'] });
  // As a version before this rule could store it.
  await database.sql`update credential set scopes = ${EVERYTHING} where id = ${credential.id}`;
  const atPartner = await getToken(own.partner, 'affiliate', secret);
  const signedOutside = await sign({ sub: 'affiliate', partner_uid: 'p-1', scope: EVERYTHING.join(' ') });

  it('gets no token of the trading service, whatever its row says', async () => {
    expect(await getToken(own.trading, 'affiliate', secret)).toMatchObject({
      statusCode: 400,
      error: 'invalid_scope',
    });
    expect(atPartner.statusCode).toBe(200);
  });

  it.each(operations)('is refused by $method $path', async (operation) => {
    expect(await statusOf(own.trading, operation, atPartner.authorization)).toBe(401);
  });

  it.each(elsewhere)(
    'with the token of an external issuer is refused by $method $path',
    async (operation) => {
      expect(await statusOf(external.trading, operation, signedOutside)).toBe(403);
    },
  );

  it('is served by the partner service', async () => {
    const { statusCode } = await inject(external.partner, {
      url: '/api/wallet/accounts/',
      headers: { authorization: signedOutside },
    });
    expect(statusCode).toBe(200);
  });
});

describe('the admin of one service', () => {
  it('is not the admin of the other: no operation of the trading service opens', async () => {
    const authorization = await sign({ sub: 'ada', scope: `${Object.keys(GRANTS.partner).join(' ')} admin` });
    for (const operation of elsewhere) {
      expect(await statusOf(external.trading, operation, authorization)).toBe(403);
    }
  });
});

describe('one subject of an external issuer, with and without the time of a sign-in,', () => {
  const scope = 'trading:admin venue-transfer:view';

  it('is one person: it cannot confirm the policy that it proposed', async () => {
    const asPerson = await sign({ sub: 'ada', scope, auth_time: 1 });
    const asClient = await sign({ sub: 'ada', scope });
    const proposed = await inject(external.trading, {
      method: 'PUT',
      url: '/trade/v1/policies',
      headers: { authorization: asPerson },
      payload: { rules: [] },
    });
    expect(proposed.json()).toMatchObject({ status: 'PROPOSED', proposedBy: `${externalIssuer.issuer}#ada` });
    const confirm = async (authorization: string) => {
      const { version } = proposed.json<{ version: number }>();
      const url = `/trade/v1/policies/${version}/confirm`;
      return (await inject(external.trading, { method: 'POST', url, headers: { authorization } })).statusCode;
    };
    expect(await confirm(asClient)).toBe(422);
    expect(await confirm(asPerson)).toBe(422);
    expect(await confirm(await sign({ sub: 'grace', scope }))).toBe(200);
  });

  it('is one voter: it approves a withdrawal once, and not one that it requested', async () => {
    const [withdrawal] = await outside.sql<{ id: string }[]>`
      insert into withdrawal (id, tenant, venue, asset, amount, destination, reference, status, requested_by,
        approvals_required, created_at, updated_at)
      values (gen_random_uuid(), 'acme', 'aurora', 'BTC', 1, '{"kind":"fiat","alias":"a","account":"a","reference":null}',
        'r', 'APPROVAL_REQUESTED', ${`${externalIssuer.issuer}#requester`}, 2, now(), now())
      returning id`;
    const vote = async (claims: Readonly<Record<string, unknown>>) => {
      const { statusCode, json } = await inject(external.trading, {
        method: 'POST',
        url: `/trade/v1/venues/withdrawals/${withdrawal?.id}/votes`,
        headers: { authorization: await sign({ scope: 'approvals:edit', ...claims }) },
        payload: { decision: 'APPROVE' },
      });
      return [statusCode, json<{ status: unknown }>().status];
    };
    expect(await vote({ sub: 'requester', auth_time: 1 })).toEqual([422, 422]);
    expect(await vote({ sub: 'requester' })).toEqual([422, 422]);
    expect(await vote({ sub: 'ada', auth_time: 1 })).toEqual([403, 403]);
    expect(await vote({ sub: 'ada' })).toEqual([201, 'APPROVAL_REQUESTED']);
    expect(await vote({ sub: 'ada', auth_time: 1 })).toEqual([409, 409]);
    expect(await vote({ sub: 'grace' })).toEqual([201, 'PENDING']);
  });
});

describe('a person who is linked to a subject of an external issuer', () => {
  const scope = 'trading:admin venue-transfer:view approvals:edit';

  it('is one person with a session and with a bearer token, before and after the link', async () => {
    const linked = await createServices({
      externalIssuer,
      database: outside,
      openIdClient: { clientId: 'quaestor', clientSecret: 'a secret' },
    });
    const post = async (url: string, headers: Record<string, string>, payload: object = {}) => {
      const method = url.endsWith('policies') ? 'PUT' : 'POST';
      return inject(linked.trading, { method, url, headers, payload });
    };
    const bearer = { authorization: await sign({ sub: 'u-1', scope }) };
    const proposed = await post('/trade/v1/policies', bearer, { rules: [] });
    const { version } = proposed.json<{ version: number }>();
    const [id, secretId, token] = [randomUUID(), randomUUID(), 'k'.repeat(43)];
    await outside.sql`
      insert into credential (id, kind, name, tenant, scopes, roles, secret_id, created_at)
      values (${id}, 'person', 'una@example.com', 'acme', '{}', '{trading:admin,trading:approver}', ${secretId}, now())`;
    await outside.sql`
      insert into openid_identity (issuer, subject, credential_id, created_at)
      values (${externalIssuer.issuer}, 'u-1', ${id}, now())`;
    await outside.sql`
      insert into session (id, token_hash, credential_id, secret_id, service, method, ip, user_agent, signed_in_at,
        last_seen_at, expires_at)
      values (${randomUUID()}, ${sha256(token)}, ${id}, ${secretId}, 'trading', 'openid', '127.0.0.1', '', now(), now(),
        now() + interval '1 hour')`;
    const session = {
      cookie: `__Host-quaestor-trading=${token}`,
      origin: URLS.trading,
      'x-quaestor-console': '1',
    };
    const confirmation = await post(`/trade/v1/policies/${version}/confirm`, session);
    expect([confirmation.statusCode, confirmation.json()]).toMatchObject([422, { code: 'unprocessable' }]);
    // Without a session the person cannot prove a second factor, whatever the token calls itself.
    const other = await post(
      '/trade/v1/policies',
      { authorization: await sign({ sub: 'u-2', scope }) },
      { rules: [] },
    );
    const next = `/trade/v1/policies/${other.json<{ version: number }>().version}/confirm`;
    expect((await post(next, bearer)).json()).toMatchObject({ status: 403, code: 'forbidden' });
    expect((await post(next, session)).json()).toMatchObject({ status: 403, code: 'step_up_required' });
  });
});
