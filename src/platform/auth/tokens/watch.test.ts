import { Readable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../../testing/database.ts';
import { elapsedMs } from '../../../testing/elapsed.ts';
import { endpoint } from '../../http/index.ts';
import { changeScopes, revokeCredential, rotateCredential } from '../credentials/index.ts';
import { contextOf, createClock, openProcess, plantCredential, serve } from '../testing/fixture.ts';

const PATIENCE = { timeout: 60_000 };

vi.mock('../credentials/hash.ts', async (importActual) => {
  const { cheaper } = await import('../testing/cheap-hash.ts');
  return cheaper(await importActual());
});

const database = await createTestDatabase();
const LIMIT_MS = 2_000;
const opened: Readable[] = [];

const stream = (path: string, contentType: string) =>
  endpoint({
    method: 'GET',
    path,
    operation: `get${path.slice(1)}`,
    tag: 'Streams',
    summary: 'A stream without an end',
    scope: 'venues:view',
    answers: { 200: { description: 'The stream.', schema: null, contentType } },
    handle: () => {
      const body = new Readable({ read: () => {} });
      body.push('data: first\n\n');
      opened.push(body);
      return { status: 200, headers: { 'content-type': contentType }, body };
    },
  });

async function setUp() {
  const clock = createClock();
  const process = await openProcess(database, clock);
  const endpoints = [stream('/events', 'text/event-stream'), stream('/file', 'text/csv')];
  const { url } = await serve(process, clock, 'trading', undefined, endpoints);
  const { name, secret } = await plantCredential(database, { scopes: ['venues:view'] });
  const post = (path: string, form: Record<string, string>) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: name, client_secret: secret, ...form }),
    });
  const getToken = async () => {
    const answer = await post('/oauth/token', { grant_type: 'client_credentials' });
    return ((await answer.json()) as { access_token: string }).access_token;
  };
  /** Reads the stream to its end, once the first part of it has come. */
  const read = async (path: string, token: string) => {
    const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect(await reader?.read()).toMatchObject({ value: 'data: first\n\n' });
    const ending = reader?.read().then(
      ({ done }) => (done ? 'ended' : 'went on'),
      () => 'broken off',
    );
    return { ending };
  };
  const token = await getToken();
  return { clock, context: contextOf(database, clock), name, post, getToken, read, token };
}

type Place = Awaited<ReturnType<typeof setUp>>;

describe('an event stream ends within two seconds when', () => {
  it.each<[string, (place: Place) => unknown]>([
    ['its token expires', ({ clock }) => clock.advance(300_000)],
    ['its token is revoked', ({ post, token }) => post('/oauth/revoke', { token })],
    ['its credential is revoked', ({ context, name }) => revokeCredential(context, { name })],
    ['its secret is rotated', ({ context, name }) => rotateCredential(context, { name })],
    ['its scopes are changed', ({ context, name }) => changeScopes(context, { name, set: [] })],
  ])('%s', async (_when, end) => {
    const place = await setUp();
    const { ending } = await place.read('/events', place.token);
    await end(place);
    expect(await elapsedMs(Promise.resolve(ending))).toBeLessThan(LIMIT_MS);
    expect(await ending).toBe('ended');
    await vi.waitFor(() => expect(opened.at(-1)?.destroyed).toBe(true), PATIENCE);
  });
});

it('only the streams of the token that ended do', async () => {
  const { read, getToken, post, token } = await setUp();
  const { ending: staying } = await read('/events', await getToken());
  const { ending } = await read('/events', token);
  await post('/oauth/revoke', { token });
  expect(await Promise.race([ending, staying])).toBe('ended');
  opened.at(-2)?.push('data: second\n\n');
  expect(await staying).toBe('went on');
});

it('any other stream is broken off, so that it does not look complete', async () => {
  const { clock, read, token } = await setUp();
  const { ending } = await read('/file', token);
  clock.advance(300_000);
  expect(await ending).toBe('broken off');
});
