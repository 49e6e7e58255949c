import { decodeProtectedHeader } from 'jose';
import { describe, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { changeScopes, revokeCredential, rotateCredential, rotateKeys, type ServiceAuth } from './index.ts';
import {
  SECRETS,
  asking,
  contextOf,
  createClock,
  openProcess,
  plantCredential,
  serve,
} from './testing/fixture.ts';

vi.mock('./credentials/hash.ts', async (importActual) => {
  const { cheaper } = await import('./testing/cheap-hash.ts');
  return cheaper(await importActual());
});

const database = await createTestDatabase();
const ask = asking(database);

/** Two processes that serve the same address, as behind a load balancer, and what both are asked. */
async function setUp() {
  const clock = createClock();
  const first = await openProcess(database, clock);
  const second = await openProcess(database, clock);
  const service = await serve(first, clock, 'trading');
  const other = second.auth.forService('trading', service.url);
  const client = await plantCredential(database);
  const getToken = async (secret: string): Promise<string> => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client.name,
      client_secret: secret,
    });
    const response = await fetch(`${service.url}/oauth/token`, { method: 'POST', body });
    const answer = (await response.json()) as { access_token?: string };
    return `Bearer ${answer.access_token}`;
  };
  return { clock, service, other, client, getToken, context: contextOf(database, clock) };
}

const accepts = async (service: ServiceAuth, token: string): Promise<boolean> => {
  try {
    await service.authenticate(token);
    return true;
  } catch {
    return false;
  }
};
const stopsAccepting = (service: ServiceAuth, token: string) =>
  vi.waitFor(async () => expect(await accepts(service, token)).toBe(false), { timeout: 60_000, interval: 5 });

describe('over several processes', () => {
  it('a token issued by one is accepted by all', async () => {
    const { service, other, client, getToken } = await setUp();
    const token = await getToken(client.secret);
    expect(await accepts(service, token)).toBe(true);
    expect(await accepts(other, token)).toBe(true);
  });

  it('a revoked credential ends its tokens everywhere, those seen before too', async () => {
    const { service, other, client, getToken, context } = await setUp();
    const [seen, unseen] = [await getToken(client.secret), await getToken(client.secret)];
    expect(await accepts(other, seen)).toBe(true);
    await revokeCredential(context, { name: client.name });
    for (const process of [service, other]) {
      for (const token of [seen, unseen]) await stopsAccepting(process, token);
    }
    expect(await getToken(client.secret)).toBe('Bearer undefined');
  });

  it('a new secret revokes the tokens of the old one everywhere, and its own are accepted immediately', async () => {
    const { service, other, client, getToken, context } = await setUp();
    const old = await getToken(client.secret);
    const { secret } = await rotateCredential(context, { name: client.name });
    const young = await getToken(secret);
    for (const process of [service, other]) {
      await stopsAccepting(process, old);
      expect(await accepts(process, young)).toBe(true);
    }
    expect(await getToken(client.secret)).toBe('Bearer undefined');
  });

  it('new scopes end the tokens with the old ones everywhere, and the same secret gets one with the new', async () => {
    const { service, other, client, getToken, context } = await setUp();
    const old = await getToken(client.secret);
    await changeScopes(context, { name: client.name, set: ['exports:view'] });
    const young = await getToken(client.secret);
    for (const process of [service, other]) {
      await stopsAccepting(process, old);
      expect((await process.authenticate(young)).scopes).toEqual(new Set(['exports:view']));
    }
  });

  it('a revocation takes effect although the connections that listen are being ended', async () => {
    const { other, client, getToken, context } = await setUp();
    const token = await getToken(client.secret);
    expect(await accepts(other, token)).toBe(true);
    await ask`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'quaestor: revocation'`;
    await revokeCredential(context, { name: client.name });
    await stopsAccepting(other, token);
  });

  it('a rotation of the keys ends no token, and those of the new key are accepted', async () => {
    const { clock, service, other, client, getToken, context } = await setUp();
    const old = await getToken(client.secret);
    await rotateKeys(context, { secrets: SECRETS, tokenLifetimeMs: 300_000 });
    clock.advance(10_000);
    const young = await getToken(client.secret);
    expect(kidOf(young)).not.toBe(kidOf(old));
    for (const process of [service, other]) {
      expect(await accepts(process, old)).toBe(true);
      expect(await accepts(process, young)).toBe(true);
    }
  });
});

const kidOf = (token: string) => decodeProtectedHeader(token.slice('Bearer '.length)).kid;

it.each([0, 999, 86_400_001])('tokens are not issued for %i ms', async (tokenLifetimeMs) => {
  await expect(openProcess(database, createClock(), { tokenLifetimeMs })).rejects.toThrow('at most 24 hours');
});
