import { describe, expect, it, onTestFinished } from 'vitest';
import { SignJWT } from 'jose';
import { createSecrets } from '../secrets.ts';
import { createClock, SECRETS } from '../testing/fixture.ts';
import {
  acceptOperators,
  createAuthenticator,
  invalidToken,
  signOperatorToken,
  watchTokens,
} from './index.ts';

const clock = createClock();
const sign = (change: Partial<Parameters<typeof signOperatorToken>[0]> = {}) =>
  signOperatorToken({
    secrets: SECRETS,
    service: 'partner',
    user: 'jane',
    scopes: ['facts:write'],
    now: clock.now(),
    ...change,
  });

/** A service that accepts no token but those of commands. */
async function check(token: string) {
  const verify = acceptOperators(() => Promise.reject(invalidToken('Another issuer refuses it.')), {
    secrets: SECRETS,
    service: 'partner',
    clock,
  });
  const watch = watchTokens(clock);
  onTestFinished(() => watch.stop());
  return createAuthenticator({ verify, clock, watch, schemes: ['Bearer'] }).authenticate(`Bearer ${token}`);
}

describe('a token of the command line', () => {
  it('gives an operator with the scopes that the command asked for, and no others', async () => {
    expect(await check(await sign())).toEqual({
      kind: 'operator',
      id: 'jane',
      tenant: 'default',
      scopes: new Set(['facts:write']),
    });
  });

  it('is refused after a minute', async () => {
    const now = new Date(clock.now().getTime() - 60_000);
    await expect(check(await sign({ now }))).rejects.toMatchObject({ code: 'token_expired' });
  });

  it.each([
    [
      'that another root secret signed',
      () => sign({ secrets: createSecrets('another root secret that has 32 bytes') }),
    ],
    ['for the other service', () => sign({ service: 'trading' })],
    [
      'of another issuer with the same key',
      () =>
        new SignJWT({ scope: 'admin', tenant: 'default' })
          .setProtectedHeader({ alg: 'HS256', typ: 'operator+jwt' })
          .setSubject('jane')
          .setAudience('partner')
          .setExpirationTime(clock.now().getTime() / 1000 + 60)
          .sign(SECRETS.derive('operator tokens')),
    ],
    ['that is no token', async () => 'a.b.c'],
  ])('%s is refused', async (_what, token) => {
    await expect(check(await token())).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});
