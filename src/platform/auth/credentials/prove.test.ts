import { describe, expect, it, vi } from 'vitest';
import type { Problem } from '../../../kernel/index.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { sweepAuth } from '../sweep.ts';
import { asking, contextOf, createClock, plantCredential, textLike } from '../testing/fixture.ts';
import { verifySecret } from './hash.ts';
import { createQueue, proveCredential, revokeCredential, rotateCredential } from './index.ts';

vi.mock('./hash.ts', async (importActual) => {
  const { cheaper } = await import('../testing/cheap-hash.ts');
  return cheaper(await importActual());
});

const database = await createTestDatabase();
const ask = asking(database);
const LOCK_S = 900;

function setUp() {
  const clock = createClock();
  const context = contextOf(database, clock);
  const hashing = createQueue({ running: 2, waiting: 64 });
  const prove = (name: string, secret: string, kind: 'client' | 'person' = 'client') =>
    proveCredential(context, hashing, { kind, name, secret });
  /** `wrong`, `right`, or the seconds it has to wait. */
  const outcome = (name: string, secret: string) =>
    prove(name, secret).then(
      (row) => (row === undefined ? 'wrong' : 'right'),
      (error: unknown) => Number((error as Problem).headers?.['retry-after']),
    );
  return { clock, context, prove, outcome };
}

describe('a secret proves its credential', () => {
  it('and nothing else does', async () => {
    const { prove } = setUp();
    const { name, secret, row } = await plantCredential(database);
    const other = await plantCredential(database);
    expect(await prove(name, secret)).toMatchObject(row);
    expect(await prove(name, other.secret)).toBeUndefined();
    expect(await prove(name, '')).toBeUndefined();
    expect(await prove(name, secret, 'person')).toBeUndefined();
  });

  it('until it is rotated: then only the new one does', async () => {
    const { prove, context } = setUp();
    const { name, secret } = await plantCredential(database);
    const rotated = await rotateCredential(context, { name });
    expect(await prove(name, secret)).toBeUndefined();
    expect(await prove(name, rotated.secret)).toMatchObject({ name });
  });

  it('until it is revoked', async () => {
    const { prove, context } = setUp();
    const { name, secret } = await plantCredential(database);
    await revokeCredential(context, { name });
    expect(await prove(name, secret)).toBeUndefined();
  });

  it('and a name that no credential can have is simply wrong', async () => {
    const { prove } = setUp();
    for (const name of ['', 'a\0b', '\ud800', 'x'.repeat(10_000)]) {
      expect(await prove(name, 'secret')).toBeUndefined();
    }
  });
});

describe('failures with a name', () => {
  it('are free three times, then cost growing waits, and the tenth locks for 15 minutes', async () => {
    const { clock, outcome } = setUp();
    const { name, secret } = await plantCredential(database);
    const seen: unknown[] = [];
    for (let failure = 1; failure <= 10; failure += 1) {
      expect(await outcome(name, 'guess')).toBe('wrong');
      if (failure <= 3) continue;
      const waitS = await outcome(name, secret);
      seen.push(waitS);
      clock.advance(Number(waitS) * 1000 - 1);
      expect(await outcome(name, secret)).toBe(1);
      clock.advance(1);
    }
    expect(seen).toEqual([1, 2, 4, 8, 16, 32, LOCK_S]);
    expect(await outcome(name, secret)).toBe('right');
  });

  it('are forgotten after a success', async () => {
    const { outcome } = setUp();
    const { name, secret } = await plantCredential(database);
    for (let round = 1; round <= 3; round += 1) {
      for (let failure = 1; failure <= 3; failure += 1) expect(await outcome(name, 'guess')).toBe('wrong');
      expect(await outcome(name, secret)).toBe('right');
    }
  });

  it('lock again at once when the first try after the lock fails too', async () => {
    const { clock, outcome } = setUp();
    const { name } = await plantCredential(database);
    for (let failure = 1; failure <= 10; failure += 1) {
      await outcome(name, 'guess');
      clock.advance(LOCK_S * 1000);
    }
    expect(await outcome(name, 'guess')).toBe('wrong');
    expect(await outcome(name, 'guess')).toBe(LOCK_S);
  });

  it('do not slow down other names', async () => {
    const { outcome } = setUp();
    const { name } = await plantCredential(database);
    const other = await plantCredential(database);
    for (let failure = 1; failure <= 4; failure += 1) await outcome(name, 'guess');
    expect(await outcome(name, 'guess')).toBe(1);
    expect(await outcome(other.name, other.secret)).toBe('right');
  });

  it('are counted alike whether the name exists or not', async () => {
    const { outcome } = setUp();
    const outcomes = [];
    for (let attempt = 1; attempt <= 5; attempt += 1) outcomes.push(await outcome('no-such-client', 'guess'));
    expect(outcomes).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 1]);
  });

  it('are forgotten an hour after the last one, and then swept', async () => {
    const { clock, context, outcome } = setUp();
    const { name } = await plantCredential(database);
    const rows = () => ask`select failures from sign_in_failure where last_failed_at = ${clock.now()}`;
    for (let failure = 1; failure <= 3; failure += 1) await outcome(name, 'guess');
    clock.advance(3_600_001);
    await outcome(name, 'guess');
    expect(await rows()).toEqual([{ failures: 1 }]);
    clock.advance(3_600_000);
    await sweepAuth(context);
    clock.advance(-3_600_000);
    expect(await rows()).toHaveLength(1);
    clock.advance(3_600_001);
    await sweepAuth(context);
    clock.advance(-3_600_001);
    expect(await rows()).toHaveLength(0);
  });

  it('gain nothing from being tried all at once, in several processes', async () => {
    const { clock, context } = setUp();
    const { name } = await plantCredential(database);
    const processes = [1, 2].map(() => createQueue({ running: 2, waiting: 64 }));
    const tries = Array.from({ length: 100 }, (_, index) =>
      proveCredential(context, processes[index % 2] ?? createQueue({ running: 1, waiting: 0 }), {
        kind: 'client',
        name,
        secret: `guess ${index}`,
      }).then(
        () => 'hashed',
        (error: unknown) => (error as Problem).code,
      ),
    );
    const outcomes = await Promise.all(tries);
    const hashed = outcomes.filter((outcome) => outcome === 'hashed').length;
    // Three are free, one more is the first to be blocked after, and each hash under way may add one.
    expect(hashed).toBeGreaterThanOrEqual(4);
    expect(hashed).toBeLessThanOrEqual(4 + 3);
    expect(outcomes.filter((outcome) => outcome === 'rate_limited')).toHaveLength(100 - hashed);
    const [row] = await ask`select failures from sign_in_failure where last_failed_at = ${clock.now()}
      and blocked_until > ${clock.now()} and name_hash = sha256(${name}::text::bytea)`;
    expect(row).toEqual({ failures: hashed });
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
