import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../testing/database.ts';
import { invitePerson } from '../people/index.ts';
import { TestAuthenticator } from '../testing/authenticator.ts';
import { PASSWORD, TestBrowser } from '../testing/browser.ts';
import { contextOf, createClock, openProcess, serve } from '../testing/fixture.ts';

const database = await createTestDatabase();

async function setUp() {
  const clock = createClock();
  const { url } = await serve(await openProcess(database, clock), clock, 'trading');
  const context = contextOf(database, clock);
  const invite = async (login: string) => {
    const { token } = await invitePerson(context, { login, tenant: 'acme', roles: ['trading:viewer'] });
    const browser = new TestBrowser(url);
    const accept = async (authenticator: TestAuthenticator, isFramed = false) => {
      const { body } = await browser.call('POST', '/auth/invitations/passkey-challenges', { token });
      const publicKey = body['publicKey'] as { challenge: string };
      const response = authenticator.create(publicKey, isFramed);
      const passkey = { challenge: body['challenge'], name: 'Laptop', response };
      return browser.call('POST', '/auth/invitations/accept', { token, passkey });
    };
    return { token, browser, accept };
  };
  return { url, invite };
}

it('a passkey that was used in a frame of another page is refused, to register and to sign in', async () => {
  const { url, invite } = await setUp();
  const { accept } = await invite('ada');
  const authenticator = new TestAuthenticator(url);
  expect(await accept(authenticator, true)).toMatchObject({ status: 400, body: { errors: {} } });
  expect((await accept(authenticator)).status).toBe(204);
  const signIn = async (isFramed: boolean) => {
    const browser = new TestBrowser(url);
    const { body } = await browser.call('POST', '/auth/passkey-challenges');
    const response = authenticator.get(body['publicKey'] as { challenge: string }, isFramed);
    return (await browser.call('POST', '/auth/sign-in/passkey', { challenge: body['challenge'], response }))
      .status;
  };
  expect(await signIn(true)).toBe(401);
  expect(await signIn(false)).toBe(204);
});

it('an invitation whose passkey could not be stored is not used up', async () => {
  const { url, invite } = await setUp();
  const authenticator = new TestAuthenticator(url);
  expect((await (await invite('grace')).accept(authenticator)).status).toBe(204);
  const { accept, browser, token } = await invite('mary');
  expect((await accept(authenticator)).status).toBe(409);
  const again = await browser.call('POST', '/auth/invitations/accept', { token, password: PASSWORD });
  expect(again.status).toBe(204);
});

it('an id of a passkey that no authenticator makes is refused, naming the field', async () => {
  const { invite } = await setUp();
  const { accept, browser } = await invite('nora');
  await accept(new TestAuthenticator(browser.url));
  expect(await browser.call('DELETE', '/auth/passkeys/a%20b')).toMatchObject({
    status: 400,
    body: { errors: { id: ['must be base64url'] } },
  });
  const { body } = await browser.call('POST', '/auth/passkey-challenges');
  const signIn = { challenge: body['challenge'], response: { id: 'a b' } };
  expect(await browser.call('POST', '/auth/sign-in/passkey', signIn)).toMatchObject({
    status: 400,
    body: { errors: { 'response.id': ['must be base64url'] } },
  });
});
