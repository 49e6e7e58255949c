import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../kernel/index.ts';
import type { Cause, Outcome, VenueDescription } from '../port/index.ts';
import { connectCcxt } from './connect.ts';
import { PROFILES } from './profiles.ts';
import { accessTo, keysOf } from './testing/connect.ts';
import { imitationOf } from './testing/imitations.ts';
import { startLoopback, type Dialect } from './testing/loopback.ts';
import { TRIED } from './testing/tried.ts';
import { ahead, banning } from './testing/troubles.ts';

interface Trouble {
  readonly dialect: Dialect;
  readonly keys?: object;
  readonly isOffline?: boolean;
}

async function describeAt(id: string, { dialect, keys, isOffline }: Trouble) {
  const server = await startLoopback(dialect);
  if (isOffline) await server.goOffline();
  const venue = connectCcxt({
    code: id,
    exchange: id,
    account: 'MAIN',
    clock: systemClock,
    ...keysOf(id),
    ...keys,
    ...accessTo(server.port),
  });
  const outcome = await venue.describe({ deadline: new Date(Date.now() + 60_000) });
  await venue.close();
  if (!isOffline) await server.goOffline();
  return outcome;
}

const causeOf = (outcome: Outcome<VenueDescription>): Cause | undefined =>
  outcome.kind === 'answered' ? undefined : outcome.cause;

describe.each(TRIED)('%s does not answer', (id, { dialect }) => {
  it('a wrong key', async () => {
    expect(causeOf(await describeAt(id, { dialect, keys: { key: 'nobody' } }))).toBe('key');
  });

  it('while it cannot be reached', async () => {
    expect(causeOf(await describeAt(id, { dialect, isOffline: true }))).toBe('unreachable');
  });

  it.each([403, 418, 451])('an address that it bans with %d', async (status) => {
    expect(causeOf(await describeAt(id, { dialect: banning(dialect, status) }))).toBe('address');
  });

  it('in distinct words without what was signed', async () => {
    const outcome = await describeAt(id, { dialect: banning(dialect) });
    expect(JSON.stringify(outcome)).not.toMatch(/signature|timestamp/i);
  });
});

const DATED = TRIED.filter(([id]) => PROFILES[id]?.signedForMs !== undefined);

it.each(DATED.flatMap(([id, { dialect }]) => [-600_000, 600_000].map((ms) => [id, ms, dialect] as const)))(
  '%s does not answer when its clock is %d ms ahead of ours',
  async (id, ms, dialect) => {
    expect(causeOf(await describeAt(id, { dialect: ahead(dialect, ms) }))).toBe('clock');
  },
);

/** The codes for "your address is not on the list of this key", from the exchanges' documentation. */
const STRANGERS: Readonly<Record<string, readonly [status: number, body: object]>> = {
  okx: [401, { code: '50110', msg: 'Your IP is not included in your API key’s IP whitelist.', data: [] }],
  bybit: [200, { retCode: 10010, retMsg: 'Unmatched IP, please check your API key’s bound IP addresses.' }],
  kucoin: [400, { code: '400006', msg: 'The requested ip address is not in the api whitelist' }],
  bitget: [400, { code: '40018', msg: 'Invalid IP' }],
  gate: [403, { label: 'IP_FORBIDDEN', message: 'IP not in whitelist' }],
};

it.each(Object.entries(STRANGERS))(
  '%s tells that the key is not allowed from here',
  async (id, [status, body]) => {
    const { dialect } = imitationOf(id);
    const outcome = await describeAt(id, { dialect: { ...dialect, answer: () => ({ status, body }) } });
    expect(causeOf(outcome)).toBe('address');
  },
);
