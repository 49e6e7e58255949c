import { describe, expect, it, vi } from 'vitest';
import { Problem } from '../../../kernel/index.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { createLogs } from '../../telemetry/index.ts';
import { changeScopes, revokeCredential, rotateCredential, verifySecret } from '../credentials/index.ts';
import { asking, contextOf, createClock, plantCredential, textLike } from '../testing/fixture.ts';
import { Attempts, sweepAttempts, type Pause } from './index.ts';

const PATIENCE = { timeout: 60_000 };

vi.mock('../credentials/hash.ts', async (importActual) => {
  const { cheaper } = await import('../testing/cheap-hash.ts');
  return cheaper(await importActual());
});

const database = await createTestDatabase();
const { db } = database;
const ask = asking(database);
const { logger } = createLogs('silent');
const HERE = '192.0.2.1';
const ELSEWHERE = '192.0.2.2';

interface Given {
  readonly kind?: 'client' | 'person';
  readonly ip?: string;
  readonly signal?: AbortSignal;
}

function setUp({ service = 'trading', pause }: { service?: 'trading' | 'partner'; pause?: Pause } = {}) {
  const clock = createClock();
  const context = contextOf(database, clock);
  const waitsMs: number[] = [];
  const passTime: Pause = async (ms) => {
    waitsMs.push(ms);
    clock.advance(ms);
  };
  const open = (of = service) => new Attempts({ service: of, db, clock, logger, pause: pause ?? passTime });
  const attempts = open();
  const prove = (name: string, secret: string, given: Given = {}, by = attempts) => {
    const { kind = 'client', ip = HERE, signal = new AbortController().signal } = given;
    return by.prove({ ...context, signal }, { kind, name, secret, ip });
  };
  const fail = async (times: number, name: string, given: Given = {}) => {
    for (let failure = 1; failure <= times; failure += 1) {
      expect(await prove(name, 'guess', given)).toBeUndefined();
    }
  };
  return { clock, context, waitsMs, open, prove, fail };
}

describe('a secret proves its credential', () => {
  it('and nothing else does', async () => {
    const { prove } = setUp();
    const { name, secret, row } = await plantCredential(database);
    const other = await plantCredential(database);
    expect(await prove(name, secret)).toMatchObject(row);
    expect(await prove(name, other.secret)).toBeUndefined();
    expect(await prove(name, '')).toBeUndefined();
    expect(await prove(name, secret, { kind: 'person' })).toBeUndefined();
  });

  it('until it is rotated: then only the new one does', async () => {
    const { prove, context } = setUp();
    const { name, secret } = await plantCredential(database);
    expect(await prove(name, secret)).toMatchObject({ name });
    const rotated = await rotateCredential(context, { name });
    expect(await prove(name, secret)).toBeUndefined();
    expect(await prove(name, rotated.secret)).toMatchObject({ name });
  });

  it('until it is revoked', async () => {
    const { prove, context } = setUp();
    const { name, secret } = await plantCredential(database);
    expect(await prove(name, secret)).toMatchObject({ name });
    await revokeCredential(context, { name });
    expect(await prove(name, secret)).toBeUndefined();
  });

  it('also after its scopes were changed, with the new scopes', async () => {
    const { prove, context } = setUp();
    const { name, secret } = await plantCredential(database);
    await prove(name, secret);
    await changeScopes(context, { name, set: ['exports:view'] });
    expect(await prove(name, secret)).toMatchObject({ scopes: ['exports:view'] });
  });

  it('and a name that no credential can have is simply wrong', async () => {
    const { prove } = setUp();
    for (const name of ['', 'a\0b', '\ud800', 'x'.repeat(10_000)]) {
      expect(await prove(name, 'secret')).toBeUndefined();
    }
  });
});

describe('failures with a name', () => {
  it('are free three times and then cost growing waits, after which the right secret is accepted', async () => {
    const { waitsMs, prove, fail } = setUp();
    const { name, secret } = await plantCredential(database);
    await fail(12, name);
    expect(waitsMs).toEqual([1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 10_000, 10_000]);
    expect(await prove(name, secret)).toMatchObject({ name });
    expect(waitsMs.at(-1)).toBe(10_000);
  });

  it('cost nothing to other sources, other names and the other service', async () => {
    const { waitsMs, open, prove, fail } = setUp();
    const { name, secret } = await plantCredential(database);
    const other = await plantCredential(database);
    await fail(12, name);
    waitsMs.length = 0;
    expect(await prove(name, secret, { ip: ELSEWHERE }, open())).toMatchObject({ name });
    expect(await prove(other.name, other.secret, {}, open())).toMatchObject({ name: other.name });
    expect(await prove(name, secret, {}, open('partner'))).toMatchObject({ name });
    expect(waitsMs).toEqual([]);
  });

  it('are counted for a whole IPv6 network of 64 bits', async () => {
    const { waitsMs, prove } = setUp();
    const { name } = await plantCredential(database);
    for (let host = 1; host <= 5; host += 1) await prove(name, 'guess', { ip: `2001:db8:0:1::${host}` });
    expect(waitsMs).toEqual([1_000]);
    await prove(name, 'guess', { ip: '2001:db8:0:2::1' });
    expect(waitsMs).toHaveLength(1);
  });

  it('never lock a source that has succeeded before: it waits one second at most', async () => {
    const { waitsMs, open, prove, fail } = setUp();
    const { name, secret } = await plantCredential(database, { kind: 'person' });
    const person = { kind: 'person' } as const;
    expect(await prove(name, secret, person)).toMatchObject({ name });
    await fail(20, name, person);
    expect(await prove(name, secret, person, open())).toMatchObject({ name });
    expect(Math.max(...waitsMs)).toBe(1_000);
  });

  it('are forgotten after a success', async () => {
    const { waitsMs, prove, fail } = setUp();
    const { name, secret } = await plantCredential(database, { kind: 'person' });
    for (let round = 1; round <= 3; round += 1) {
      await fail(3, name, { kind: 'person' });
      expect(await prove(name, secret, { kind: 'person' })).toMatchObject({ name });
    }
    expect(waitsMs).toEqual([]);
  });

  it('are counted alike whether the name exists or not', async () => {
    const { waitsMs, fail } = setUp();
    await fail(6, 'no-such-client');
    expect(waitsMs).toEqual([1_000, 2_000]);
  });

  it('are forgotten an hour after the last one', async () => {
    const { clock, waitsMs, fail } = setUp();
    const { name } = await plantCredential(database);
    await fail(4, name);
    clock.advance(3_600_001);
    await fail(4, name);
    expect(waitsMs).toEqual([]);
  });

  it('let one attempt wait at a time; further ones are refused with the seconds to wait', async () => {
    const pauses: (() => void)[] = [];
    const { clock, prove, fail } = setUp({
      pause: () => new Promise<void>((resolve) => pauses.push(resolve)),
    });
    const { name, secret } = await plantCredential(database);
    await fail(4, name);
    const waiting = prove(name, secret);
    await vi.waitFor(() => expect(pauses).toHaveLength(1), PATIENCE);
    await expect(prove(name, secret)).rejects.toMatchObject({
      code: 'rate_limited',
      headers: { 'retry-after': '1' },
    });
    clock.advance(1_000);
    for (const resume of pauses) resume();
    expect(await waiting).toMatchObject({ name });
  });

  it('do not keep the work of a caller who has left', async () => {
    const left = new AbortController();
    const { prove, fail } = setUp({
      pause: async (_ms, signal) => {
        left.abort(new Error('The caller left.'));
        signal.throwIfAborted();
      },
    });
    const { name, secret } = await plantCredential(database);
    await fail(4, name);
    vi.mocked(verifySecret).mockClear();
    await expect(prove(name, secret, { signal: left.signal })).rejects.toThrow('The caller left.');
    await expect(prove(name, secret, { signal: left.signal, ip: ELSEWHERE })).rejects.toThrow('left');
    expect(verifySecret).not.toHaveBeenCalled();
  });

  it('gain nothing from concurrent attempts in several processes', async () => {
    const { open, prove } = setUp({ pause: () => Promise.reject(new Error('held')) });
    const { name } = await plantCredential(database);
    const processes = [open(), open()];
    const tries = Array.from({ length: 100 }, (_, index) =>
      prove(name, `guess ${index}`, {}, processes[index % 2]).then(
        () => 'hashed',
        (error: unknown) => (error instanceof Problem ? error.code : String(error)),
      ),
    );
    const hashed = (await Promise.all(tries)).filter((outcome) => outcome === 'hashed').length;
    // Three are free, the fourth is the first to cost a wait, and one more can be under way in the other process.
    expect(hashed).toBeGreaterThanOrEqual(4);
    expect(hashed).toBeLessThanOrEqual(4 + 1);
  });

  it.each([
    ['a new one', false],
    ['one that has succeeded before', true],
  ])('leave one attempt after a wait to all processes at once: from %s', async (_source, isKnown) => {
    const { name, secret } = await plantCredential(database);
    const before = setUp();
    if (isKnown) await before.prove(name, secret);
    await before.fail(12, name);
    const { clock, open, prove } = setUp({ pause: () => Promise.reject(new Error('held')) });
    clock.advance(120_000);
    const tries = [open(), open(), open(), open()].map((process, index) =>
      prove(name, `guess ${index}`, {}, process).then(
        () => 'hashed',
        (error: unknown) => String(error),
      ),
    );
    expect((await Promise.all(tries)).toSorted()).toEqual([
      'Error: held',
      'Error: held',
      'Error: held',
      'hashed',
    ]);
  });
});

describe('a client whose secret was verified before', () => {
  it('is accepted without a wait or another hash, while unknown sources fail with its name', async () => {
    const { waitsMs, prove, fail } = setUp();
    const { name, secret } = await plantCredential(database);
    await prove(name, secret);
    await fail(12, name);
    await fail(12, name, { ip: ELSEWHERE });
    waitsMs.length = 0;
    vi.mocked(verifySecret).mockClear();
    for (const ip of [HERE, ELSEWHERE]) expect(await prove(name, secret, { ip })).toMatchObject({ name });
    expect(waitsMs).toEqual([]);
    expect(verifySecret).not.toHaveBeenCalled();
  });

  it('is a client: the password of a person is hashed every time', async () => {
    const { prove } = setUp();
    const { name, secret } = await plantCredential(database, { kind: 'person' });
    await prove(name, secret, { kind: 'person' });
    vi.mocked(verifySecret).mockClear();
    await prove(name, secret, { kind: 'person' });
    expect(verifySecret).toHaveBeenCalledOnce();
  });
});

it('a name that does not exist costs one hash, as one that does', async () => {
  const { prove } = setUp();
  const { name } = await plantCredential(database);
  for (const tried of [name, 'nobody', 'a\0b']) {
    vi.mocked(verifySecret).mockClear();
    await prove(tried, 'guess');
    expect(verifySecret).toHaveBeenCalledExactlyOnceWith('guess', textLike(/^\$scrypt\$ln=1,r=1,p=1/));
  }
});

it('the sweep keeps failures for an hour, successes for 90 days, and the latest 100 sources of a name', async () => {
  await ask`delete from sign_in_attempts`;
  const { clock, prove, fail } = setUp();
  const { name, secret } = await plantCredential(database);
  const sources = async () =>
    (await ask`select source from sign_in_attempts order by last_succeeded_at`).map(({ source }) => source);
  await fail(1, 'nobody');
  for (let host = 1; host <= 101; host += 1) {
    clock.advance(1);
    await prove(name, secret, { ip: `198.51.100.${host}` });
  }
  await sweepAttempts(db, clock.now());
  expect(await sources()).toHaveLength(101);
  expect(await sources()).not.toContain('198.51.100.1');
  clock.advance(3_600_000);
  await sweepAttempts(db, clock.now());
  expect(await sources()).toHaveLength(100);
  clock.advance(90 * 86_400_000 - 3_600_000);
  await sweepAttempts(db, clock.now());
  expect(await sources()).toEqual(['198.51.100.101']);
});

const entriesOf = (subject: string) =>
  ask`select action, actor_kind, tenant, details from audit_log where subject_id = ${subject} order by id`;

describe('the audit log', () => {
  it('has one entry for all failures of a minute with one credential from one address', async () => {
    const { clock, open, prove } = setUp();
    const attempts = open();
    const since = clock.now().toISOString();
    const { name, row } = await plantCredential(database);
    for (let failure = 1; failure <= 3; failure += 1) await prove(name, 'hunter2', {}, attempts);
    await prove(name, 'hunter2', { ip: ELSEWHERE }, attempts);
    await attempts.stop();
    const entry = { action: 'sign-in.fail', actor_kind: 'anonymous', tenant: 'acme' };
    expect(await entriesOf(row.id)).toEqual([
      { ...entry, details: { service: 'trading', name, ip: HERE, failures: 3, since } },
      { ...entry, details: { service: 'trading', name, ip: ELSEWHERE, failures: 1, since } },
    ]);
  });

  it('has an entry of the lock', async () => {
    const { open, prove } = setUp();
    const attempts = open();
    const { name, row } = await plantCredential(database);
    for (let failure = 1; failure <= 11; failure += 1) await prove(name, 'guess', {}, attempts);
    await attempts.stop();
    expect(await entriesOf(row.id)).toMatchObject([
      { action: 'sign-in.fail', details: { failures: 11 } },
      { action: 'sign-in.lock', details: { service: 'trading', name, ip: HERE } },
    ]);
  });

  it('shows neither the secret nor a name that no credential has', async () => {
    const { open, prove } = setUp();
    const attempts = open();
    const ip = '203.0.113.9';
    await prove('my-password', 'hunter2', { ip }, attempts);
    await attempts.stop();
    expect(
      await ask`select subject_id, tenant, details from audit_log where details->>'ip' = ${ip}`,
    ).toMatchObject([{ subject_id: 'unknown', tenant: '', details: { failures: 1 } }]);
    const [all] = await ask`select string_agg(details::text, '') as text from audit_log`;
    for (const hidden of ['my-password', 'hunter2']) expect(all?.['text']).not.toContain(hidden);
  });
});
