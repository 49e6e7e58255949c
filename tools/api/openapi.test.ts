import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { ERRORS } from '../../src/kernel/index.ts';
import { differencesOf, type ApiDocument } from '../../src/testing/declared-answer.ts';
import { createTestDatabase } from '../../src/testing/database.ts';
import { createServices } from '../testing/services.ts';
import { tokenOf } from '../testing/token.ts';
import { inject } from '../../src/testing/inject.ts';
import { thorough } from '../../src/testing/effort.ts';

type Node = Readonly<Record<string, unknown>>;

const database = await createTestDatabase();
const services = await createServices({ database });

const config = await createConfig({
  extends: ['recommended'],
  // The published paths of the partner service end with a slash; they answer without it too.
  // An order id has a colon, so /orders/{order_id}/explanation/ never meets the published /orders/formula_cfd/{order_id}/.
  rules: { 'no-path-trailing-slash': 'off', 'no-ambiguous-paths': 'off' },
});

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

const OWN_REFERENCE = 'its reference or title is its key';
const SIGN_IN = 'a step of signing in, which nothing else depends on';
const READS = 'changes nothing';
const SETS_VALUES = 'sets fields to values: a repeat sets them again';
const CONTINUES = 'a repeat does what is left to do';

/** POST and PATCH operations without an `Idempotency-Key`, and why. */
const NEEDS_NO_KEY: Readonly<Record<string, string>> = {
  createWithdrawal: OWN_REFERENCE,
  createConversion: OWN_REFERENCE,
  createTransfer: OWN_REFERENCE,
  confirmBalanceProposal: 'is recognised by its proposal',
  confirmDisbursement: 'is recognised by its number',
  fetchDisbursementFile: 'gives the same bytes',
  importDisbursementAnswer: 'is recognised by its content',
  confirmNoticeEmail: 'is recognised by its token',
  createNoticeRoom: 'is recognised by its name',
  getToken: SIGN_IN,
  revokeToken: SIGN_IN,
  signIn: SIGN_IN,
  renewToken: SIGN_IN,
  signInByPassword: SIGN_IN,
  signInByPasskey: SIGN_IN,
  beginPasskeySignIn: SIGN_IN,
  beginInvitedPasskey: SIGN_IN,
  acceptInvitation: SIGN_IN,
  confirmProof: SIGN_IN,
  changePassword: SIGN_IN,
  beginPasskey: SIGN_IN,
  addPasskey: SIGN_IN,
  beginApp: SIGN_IN,
  renewRecoveryCodes: SIGN_IN,
  showInvitation: READS,
  estimateConversion: READS,
  simulatePolicy: READS,
  previewTariffs: READS,
  checkAffiliation: READS,
  checkDestination: READS,
  previewTierChanges: READS,
  testWebhookDestination: READS,
  renameWalletAccount: SETS_VALUES,
  changeSavedView: SETS_VALUES,
  changeRebateGroup: SETS_VALUES,
  rebuildFacts: CONTINUES,
};

describe.each(Object.entries(services))('the OpenAPI document of the %s service', async (service, app) => {
  const { body: source } = await inject(app, '/openapi.json');
  const authorization = await tokenOf(app, database.db, service, service === 'partner' ? 'p1' : undefined);
  const document = JSON.parse(source) as ApiDocument & Node;
  const operations = operationsOf(document);

  thorough('is valid 3.1 and breaks no rule of the linter', async () => {
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

  thorough('declares 415 for every operation that answers it to a body of another type', async () => {
    for (const { name, operation } of operations) {
      const [method = '', path = ''] = name.split(' ');
      const url = path.replaceAll(/\{\w+\}/g, '1');
      // An endless stream refuses this position instead of being sent.
      const headers = { authorization, 'content-type': 'application/x-unknown', 'last-event-id': 'none' };
      const { statusCode } = await inject(app, { method, url, headers, payload: 'x' });
      const declared = Object.keys(operation['responses'] as Node);
      expect([name, statusCode === 415]).toEqual([name, method !== 'GET']);
      expect([name, declared.includes('415'), declared.includes(`${statusCode}`)]).toEqual([
        name,
        method !== 'GET',
        true,
      ]);
    }
  });

  thorough('declares the headers of its problems, and sends those that it declares', async () => {
    for (const { name, operation } of operations) {
      const [method = '', path = ''] = name.split(' ');
      const url = path.replaceAll(/\{\w+\}/g, '1');
      const asked = [
        { headers: { 'last-event-id': 'none' } },
        { url: `${url}?no-such-parameter=1`, headers: { authorization, 'last-event-id': 'none' } },
        { headers: { authorization, expect: 'a miracle' } },
      ];
      for (const request of asked) {
        const { statusCode: status, headers } = await inject(app, { method, url, ...request });
        expect([name, status, differencesOf(document, operation, { status, headers })]).toEqual([
          name,
          status,
          [],
        ]);
      }
    }
  });

  thorough('answers other methods with 405, and Allow lists the methods of the path', async () => {
    for (const [path, declared] of Object.entries(document.paths)) {
      const methods = new Set(Object.keys(declared).map((method) => method.toUpperCase()));
      const allowed = METHODS.filter((method) => methods.has(method === 'HEAD' ? 'GET' : method));
      for (const url of [path, path.endsWith('/') ? path.slice(0, -1) : `${path}/`]) {
        for (const method of METHODS.filter((each) => !allowed.includes(each))) {
          const answer = await inject(app, { method, url: url.replaceAll(/\{\w+\}/g, '1') });
          const { allow = '', ratelimit } = answer.headers;
          expect([method, url, answer.statusCode, allow.split(', ')]).toEqual([method, url, 405, allowed]);
          expect(ratelimit).toBeDefined();
        }
      }
    }
  });

  it('declares what the server answers before it knows the operation', async () => {
    const url = app.listeningOrigin;
    const statuses = await Promise.all([
      statusOf(url, { 'x-long': 'x'.repeat(17_000) }),
      statusOf(url, { expect: 'a miracle' }),
    ]);
    expect(statuses).toEqual([431, 417]);
    for (const { name, operation } of operations) {
      const declared = Object.keys(operation['responses'] as Node);
      expect([name, ...statuses.map((status) => declared.includes(`${status}`))]).toEqual([name, true, true]);
    }
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

  it('takes an Idempotency-Key at every POST whose repeat would not be recognised otherwise', () => {
    const unkeyed = operations.flatMap(({ name, operation }) => {
      const parameters = operation['parameters'] as Node[];
      const takesKey = parameters.some((parameter) => parameter['name'] === 'idempotency-key');
      return /^(POST|PATCH) /.test(name) && !takesKey ? [operation['operationId'] as string] : [];
    });
    expect(unkeyed.filter((id) => !(id in NEEDS_NO_KEY))).toEqual([]);
  });

  it('requires nothing that has a default', () => {
    expect(findForced(document)).toEqual([]);
  });

  it('names the header that chooses between content types wherever there are several', () => {
    for (const { name, operation } of operations) {
      const { 200: answer } = operation['responses'] as Record<string, Node>;
      const types = Object.keys(answer?.['content'] ?? {});
      const accept = (operation['parameters'] as Node[]).find((parameter) => parameter['name'] === 'accept');
      const offered = (accept?.['schema'] as Node | undefined)?.['enum'];
      expect([name, offered]).toEqual([name, types.length > 1 ? types : undefined]);
    }
  });

  it('shows an example of every body, and explains or exemplifies every parameter and property', () => {
    expect(findGaps(document)).toEqual([]);
  });
});

async function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const [answer] = (await once(get(`${url}/healthz`, { headers }), 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

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

/** Parameters and properties that are required although they have a default. */
function findForced(node: unknown, path = '#'): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const inside = Object.entries(node).flatMap(([key, value]) => findForced(value, `${path}/${key}`));
  const { required, properties, schema } = node as {
    required?: unknown;
    properties?: Record<string, Node>;
    schema?: Node;
  };
  const names = Array.isArray(required) ? (required as string[]) : [];
  const forced = names.filter((name) => properties?.[name] && 'default' in properties[name]);
  if (required === true && schema && 'default' in schema) forced.push('it');
  return [...forced.map((name) => `${path}: ${name} is required and has a default`), ...inside];
}

const isShown = (media: Node): boolean =>
  media['example'] !== undefined ||
  media['examples'] !== undefined ||
  (media['schema'] as Node)['format'] === 'binary';

/** A part that refers to a named schema is explained there. */
function isExplained(part: Node): boolean {
  const schema = (part['schema'] ?? part['items'] ?? {}) as Node;
  return [part, schema].some((node) =>
    ['description', 'examples', 'const', '$ref'].some((key) => key in node),
  );
}
