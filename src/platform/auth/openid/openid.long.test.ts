import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateKeyPair, exportJWK } from 'jose';
import OidcProvider from 'oidc-provider';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../kernel/index.ts';
import { openChromium } from '../../../testing/chromium.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { revokeCredential } from '../index.ts';
import { invitePerson } from '../people/index.ts';
import { asking, contextOf, openProcess, serve, type FakeClock } from '../testing/fixture.ts';

const database = await createTestDatabase();
const ask = asking(database);
const clock: FakeClock = { ...systemClock, advance: () => {} };
const context = contextOf(database, clock);

/** An OpenID provider at which everybody can sign in with any password, and whose emails the tests decide. */
const emails = new Map<string, { email: string; email_verified: boolean }>();
let answer: RequestListener = () => {};
const server = createServer((request, response) => answer(request, response)).listen(0, 'localhost');
await once(server, 'listening');
const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
const openIdClient = { clientId: 'quaestor', clientSecret: 'a secret that the provider knows as well' };
const options = { externalIssuer: { issuer, audience: 'https://quaestor.example.com' }, openIdClient };
const process = await openProcess(database, clock, options, afterAll);
const { url } = await serve(process, clock, 'trading', afterAll, [], 'localhost');
const { privateKey } = await generateKeyPair('RS256', { extractable: true });
const provider = new OidcProvider(issuer, {
  clients: [
    {
      client_id: openIdClient.clientId,
      client_secret: openIdClient.clientSecret,
      redirect_uris: [`${url}/auth/openid/callback`],
    },
  ],
  jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
  cookies: { keys: ['only for these tests'] },
  claims: { openid: ['sub'], email: ['email', 'email_verified'] },
  conformIdTokenClaims: false,
  ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
  findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...emails.get(id) }) }),
});
const callback = provider.callback();
answer = (request, response) => void callback(request, response);

/** Lets a provider that lies change its answers with tokens; without one it is asked. */
function answerTokens(change: (body: string | undefined) => string | undefined): void {
  answer = (request, response) => {
    if (request.url !== '/token') return void callback(request, response);
    const instead = change(undefined);
    if (instead !== undefined) {
      response.setHeader('content-type', 'application/json');
      return void response.end(instead);
    }
    const end = response.end.bind(response);
    // Of the same length, which the provider has announced.
    response.end = ((body?: unknown) => end(change(String(body)) ?? body)) as typeof response.end;
    return void callback(request, response);
  };
  onTestFinished(() => {
    answer = (request, response) => void callback(request, response);
  });
}

let browser: Browser;
beforeAll(async () => {
  browser = await openChromium();
}, 600_000);
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

/** Signs in at the provider in a new browser, and returns what the service answers at the end. */
async function signIn(account: string) {
  const profile = await browser.newContext({ bypassCSP: true });
  onTestFinished(() => profile.close());
  const page = await profile.newPage();
  await page.goto(`${url}/auth/openid/sign-in`);
  await page.fill('[name=login]', account);
  await page.fill('[name=password]', 'any');
  await page.click('button[type=submit]');
  const back = page.waitForResponse((response) => response.url().startsWith(`${url}/auth/openid/callback`));
  await page.click('button[type=submit]');
  const callback = await back;
  await page.waitForLoadState();
  const session = () =>
    page.evaluate(async () => {
      const response = await fetch('/auth/session');
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    });
  return { page, status: callback.status(), callbackUrl: callback.url(), session };
}

it('a person who was invited signs in by their verified email, and later by the same identity', async () => {
  emails.set('u-1', { email: 'ada@example.com', email_verified: true });
  await invitePerson(context, { login: 'ada@example.com', tenant: 'acme', roles: ['trading:approver'] });
  const first = await signIn('u-1');
  expect(first.status).toBe(302);
  expect(new URL(first.page.url()).pathname).toBe('/console/');
  expect(await first.session()).toMatchObject({
    status: 200,
    body: { login: 'ada@example.com', roles: ['trading:approver'], session: { method: 'openid' } },
  });
  expect(await ask`select issuer, subject from openid_identity`).toEqual([{ issuer, subject: 'u-1' }]);

  emails.set('u-1', { email: 'renamed@example.com', email_verified: true });
  expect((await (await signIn('u-1')).session()).body['login']).toBe('ada@example.com');

  // Another account of the provider cannot take over the login by its email.
  emails.set('u-2', { email: 'ada@example.com', email_verified: true });
  expect((await signIn('u-2')).status).toBe(409);

  await revokeCredential(context, { name: 'ada@example.com' });
  expect((await signIn('u-1')).status).toBe(403);
});

it('a person without an invitation, or whose email is not verified, cannot sign in', async () => {
  emails.set('u-3', { email: 'mallory@example.com', email_verified: true });
  expect((await signIn('u-3')).status).toBe(403);
  await invitePerson(context, { login: 'grace@example.com', tenant: 'acme', roles: ['trading:viewer'] });
  emails.set('u-4', { email: 'grace@example.com', email_verified: false });
  expect((await signIn('u-4')).status).toBe(403);
});

it('an answer of the provider works once, in the browser that began', async () => {
  emails.set('u-5', { email: 'mary@example.com', email_verified: true });
  await invitePerson(context, { login: 'mary@example.com', tenant: 'acme', roles: ['trading:viewer'] });
  const { callbackUrl, page } = await signIn('u-5');
  const elsewhere = await fetch(callbackUrl, { redirect: 'manual' });
  expect(elsewhere.status).toBe(401);
  expect((await page.goto(callbackUrl))?.status()).toBe(401);
});

it('an answer works once even if the provider accepts its code again', async () => {
  emails.set('u-6', { email: 'nora@example.com', email_verified: true });
  await invitePerson(context, { login: 'nora@example.com', tenant: 'acme', roles: ['trading:viewer'] });
  let first: string | undefined;
  answerTokens((body) => (first ??= body));
  const { callbackUrl, page, status } = await signIn('u-6');
  expect([status, typeof first]).toEqual([302, 'string']);
  expect((await page.goto(callbackUrl))?.status()).toBe(401);
});

it('an ID token that the provider has not signed is refused', async () => {
  emails.set('u-7', { email: 'olga@example.com', email_verified: true });
  await invitePerson(context, { login: 'olga@example.com', tenant: 'acme', roles: ['trading:viewer'] });
  answerTokens((body) => {
    if (body === undefined) return undefined;
    const { id_token } = JSON.parse(body) as { id_token: string };
    const signature = id_token.slice(id_token.lastIndexOf('.') + 1);
    return body.replace(signature, signature.replaceAll(/[a-z]/g, 'A'));
  });
  expect((await signIn('u-7')).status).toBe(401);
  expect(await ask`select 1 from openid_identity where subject = 'u-7'`).toEqual([]);
});

it('there is no sign-in by password, and an invitation leads to the provider', async () => {
  expect((await fetch(`${url}/auth/sign-in`, { method: 'POST' })).status).toBe(404);
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: object };
  expect(Object.keys(paths)).toContain('/auth/openid/sign-in');
  expect(Object.keys(paths)).not.toContain('/auth/invitations/accept');
});
