import { beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../src/testing/database.ts';
import { inject } from '../../src/testing/inject.ts';
import { createServices } from '../testing/services.ts';
import { tokenOf } from '../testing/token.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: { readonly examples?: readonly unknown[] };
}

interface Media {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Operation {
  readonly operationId: string;
  readonly security: readonly { readonly oauth2?: readonly string[] }[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Partners that examples refer to. */
const OTHER_PARTNERS = ['P1000', 'P1002'];
/** Scopes of what only a partner can do. */
const OF_PARTNERS = /^(reports|wallets|rebates|links|disbursements:edit)/;
const PUBLIC = 'public';

const database = await createTestDatabase();
const services = await createServices({ database });

describe.each(Object.entries(services))('the %s service', async (service, app) => {
  const { body: source } = await inject(app, '/openapi.json');
  const { paths } = JSON.parse(source) as Document;
  const sent = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => examplesOf(method, path, operation)),
  );
  const tokens = { firm: '', partner: '' };
  beforeAll(async () => {
    tokens.firm = await tokenOf(app, database.db, service);
    if (service !== 'partner') return;
    tokens.partner = await tokenOf(app, database.db, service, 'P1001');
    const headers = { authorization: tokens.firm };
    for (const uid of OTHER_PARTNERS) {
      const payload = { partner_uid: uid };
      await inject(app, { method: 'POST', url: '/api/manage/partners', headers, payload });
    }
  });

  it.each(sent)('takes its example $name', async ({ method, url, type, body, scope }) => {
    const payload = typeof body === 'string' ? body : JSON.stringify(body);
    const authorization = OF_PARTNERS.test(scope) ? tokens.partner : tokens.firm;
    const headers = { 'content-type': type, ...(scope !== PUBLIC && { authorization }) };
    const { statusCode, body: answer } = await inject(app, { method, url, headers, payload });
    const isTaken = ![400, 415, 500].includes(statusCode) && !answer.includes('"errors":{"lines.');
    expect({ isTaken, answer }).toEqual({ isTaken: true, answer });
  });
});

/** The bodies that a document shows of an operation. Those with names belong to the parameter of that value. */
function examplesOf(
  method: string,
  path: string,
  { operationId, parameters, requestBody, security }: Operation,
) {
  const values = Object.fromEntries(
    parameters.flatMap(({ name, in: place, schema }) =>
      place === 'path' ? [[name, schema.examples?.[0]]] : [],
    ),
  ) as Record<string, unknown>;
  return Object.entries(requestBody?.content ?? {}).flatMap(([type, { example, examples = {} }]) => {
    const named = Object.entries(examples).map(([kind, { value }]) => ({ kind, body: value }));
    const all = example === undefined ? named : [{ kind: undefined, body: example }];
    return all.map(({ kind, body }) => ({
      name: [operationId, type, kind].filter(Boolean).join(' '),
      method: method.toUpperCase(),
      scope: security.length === 0 ? PUBLIC : (security[0]?.oauth2?.[0] ?? 'any token'),
      url: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(kind ?? values[name])),
      type,
      body: type === 'application/x-www-form-urlencoded' ? formOf(body) : body,
    }));
  });
}

const formOf = (fields: unknown): string => new URLSearchParams(fields as Record<string, string>).toString();
