import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { Type } from 'typebox';
import { systemClock } from '../../../kernel/index.ts';
import { openChromium } from '../../../testing/chromium.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { command, run } from '../../commands/index.ts';
import { endpoint } from '../../http/index.ts';
import { invitePerson } from '../people/index.ts';
import { PASSWORD } from '../testing/browser.ts';
import { asking, contextOf, openProcess, serve, type FakeClock } from '../testing/fixture.ts';

vi.mock('../credentials/hash.ts', async (importActual) => {
  const { cheaper } = await import('../testing/cheap-hash.ts');
  return cheaper(await importActual());
});

const database = await createTestDatabase();
const ask = asking(database);
const clock: FakeClock = { ...systemClock, advance: () => {} };
const context = contextOf(database, clock);

let browser: Browser;

// A machine without a browser is given one first.
beforeAll(async () => {
  browser = await openChromium();
}, 600_000);

afterAll(() => browser.close());

/** What is paid, which the test changes. */
let amount = '1';
const pay = command({
  name: 'payment.make',
  scope: 'approvals:edit',
  lock: async () => ({ amount }),
  approves: (state) => state,
  decide: (state) => ({ change: state, audit: { subject: 'p', details: state } }),
  write: async (_tx, change) => change,
});
const payment = endpoint({
  method: 'POST',
  path: '/payments',
  operation: 'pay',
  tag: 'Payments',
  summary: 'Pay',
  scope: 'approvals:edit',
  answers: { 200: { description: 'Paid.', schema: Type.Object({ amount: Type.String() }) } },
  handle: async (context) => ({ status: 200, body: (await run(context, pay, {})).result }),
});

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** The service at `localhost`, because passkeys belong to a name, not to an address. */
async function open() {
  const { url } = await serve(
    await openProcess(database, clock),
    clock,
    'trading',
    undefined,
    [payment],
    'localhost',
  );
  // Pages of the service may run no scripts; those of the console will be allowed to.
  const profile = await browser.newContext({ bypassCSP: true });
  onTestFinished(() => profile.close());
  const page = await profile.newPage();
  await page.goto(`${url}/healthz`);
  const call = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    page.evaluate(
      async ([method, path, body, headers]) => {
        const response = await fetch(path, {
          method,
          headers: {
            'x-quaestor-console': '1',
            ...(body && { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body && { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        return {
          status: response.status,
          body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
        };
      },
      [method, path, body, headers] as const,
    ) as Promise<Answer>;
  return { url, page, call };
}

/** An authenticator of the browser that always finds its user present and verified. */
async function addAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
}

const createPasskey = (page: Page, publicKey: unknown) =>
  page.evaluate<object>(`navigator.credentials
    .create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(${JSON.stringify(publicKey)}) })
    .then((created) => created.toJSON())`);

const sign = (page: Page, publicKey: unknown) =>
  page.evaluate<object>(`navigator.credentials
    .get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(${JSON.stringify(publicKey)}) })
    .then((signed) => signed.toJSON())`);

it('a passkey accepts an invitation, signs in, and confirms exactly what is approved', async () => {
  const { page, call } = await open();
  await addAuthenticator(page);
  const { token } = await invitePerson(context, {
    login: 'ada',
    tenant: 'acme',
    roles: ['trading:approver'],
  });

  const begun = await call('POST', '/auth/invitations/passkey-challenges', { token });
  const response = await createPasskey(page, begun.body['publicKey']);
  const passkey = { challenge: begun.body['challenge'], name: 'Laptop', response };
  expect((await call('POST', '/auth/invitations/accept', { token, passkey })).status).toBe(204);
  expect((await call('DELETE', '/auth/session')).status).toBe(204);
  expect((await call('GET', '/auth/session')).status).toBe(401);

  const challenge = await call('POST', '/auth/passkey-challenges');
  const signedIn = {
    challenge: challenge.body['challenge'],
    response: await sign(page, challenge.body['publicKey']),
  };
  expect((await call('POST', '/auth/sign-in/passkey', signedIn)).status).toBe(204);
  expect((await call('POST', '/auth/sign-in/passkey', signedIn)).status).toBe(401);
  expect((await call('GET', '/auth/session')).body).toMatchObject({
    login: 'ada',
    session: { method: 'passkey' },
  });

  amount = '5';
  const asked = await call('POST', '/payments');
  expect(asked.body['approves']).toEqual({ command: 'payment.make', amount: '5' });
  const proof = String(asked.body['proof']);
  const shown = await call('GET', `/auth/proofs/${proof}`);
  const assertion = await sign(page, shown.body['publicKey']);
  const other = String((await call('POST', '/payments')).body['proof']);
  expect((await call('POST', `/auth/proofs/${other}`, { response: assertion })).status).toBe(401);
  expect((await call('POST', `/auth/proofs/${proof}`, { response: assertion })).status).toBe(204);
  amount = '500';
  expect((await call('POST', '/payments', undefined, { 'x-quaestor-proof': proof })).status).toBe(403);
  amount = '5';
  expect((await call('POST', '/payments', undefined, { 'x-quaestor-proof': proof })).status).toBe(200);
  const [entry] = await ask`select details from audit_log where action = 'payment.make'`;
  expect(entry).toMatchObject({ details: { amount: '5', confirmedBy: { factor: 'passkey' } } });
});

it('a page on another port of the same host cannot use the session, though the browser sends its cookie', async () => {
  const { url, page, call } = await open();
  const { token } = await invitePerson(context, {
    login: 'grace',
    tenant: 'acme',
    roles: ['trading:viewer'],
  });
  expect((await call('POST', '/auth/invitations/accept', { token, password: PASSWORD })).status).toBe(204);

  const evil = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<form method="post" action="${url}/auth/recovery-codes"><button>Win</button></form>`);
  }).listen(0, 'localhost');
  await once(evil, 'listening');
  onTestFinished(() => void evil.close());
  await page.goto(`http://localhost:${(evil.address() as AddressInfo).port}/`);
  const sent = page.waitForRequest(`${url}/auth/recovery-codes`);
  const answered = page.waitForResponse(`${url}/auth/recovery-codes`);
  await page.click('button');
  expect((await (await sent).allHeaders())['cookie']).toContain('__Host-quaestor-trading=');
  expect((await answered).status()).toBe(403);

  await page.goto(`${url}/healthz`);
  expect((await call('GET', '/auth/session')).status).toBe(200);
});
