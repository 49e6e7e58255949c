import { afterAll } from 'vitest';
import { Decimal, newTraceId, type Actor, type Clock, type Context } from '../../../kernel/index.ts';
import { frame } from '../../../platform/http/testing/app.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { inject } from '../../../testing/inject.ts';
import type { VenueDirectory } from '../../directory.ts';
import { answered, type Outcome, type Venue, type VenueDeposit } from '../../venues/index.ts';
import { depositEndpoints } from '../index.ts';

export const DAY_MS = 24 * 3_600_000;

/** A deposit as a venue shows it. */
export const aDeposit = (change: Partial<VenueDeposit> = {}): VenueDeposit => ({
  venueDepositId: 'dep-1',
  asset: 'ETH',
  amount: Decimal.parse('1.50'),
  fee: null,
  network: 'ETHEREUM',
  address: `0x${'ab'.repeat(20)}`,
  tag: null,
  hash: `0x${'1'.repeat(64)}`,
  output: null,
  internalId: null,
  state: 'pending',
  venueStatus: 'confirming',
  createdAt: new Date('2026-03-01T12:00:00.000Z'),
  ...change,
});

/** A venue that answers what the test puts into it, and notes since when it was asked. */
export function scriptedVenue(reachMs = Infinity) {
  const made: {
    answer: Outcome<readonly VenueDeposit[]>;
    readonly asked: Date[];
    venue: Venue;
  } = {
    answer: answered([]),
    asked: [],
    venue: {
      code: 'test',
      describe: () => Promise.reject(new Error('It is not asked.')),
      deposits: {
        reachMs,
        async list(since) {
          made.asked.push(since);
          return made.answer;
        },
      },
      close: () => Promise.resolve(),
    },
  };
  return made;
}

export const directoryOf = (venue: Venue): VenueDirectory => {
  const listed = {
    venue,
    withdrawals: 'live',
    description: { name: 'Test', accounts: [], symbols: [], assets: [] },
  } as const;
  return { find: async () => listed, list: async () => [listed] };
};

interface Body {
  readonly id: string;
  readonly content: readonly Body[];
  readonly totalElements: number;
  readonly nextCursor?: string | null;
  readonly [name: string]: unknown;
}

const actorOf = (tenant: string): Actor => ({
  kind: 'client',
  id: 'viewer',
  tenant,
  scopes: new Set(['venue-transfer:view']),
});

/** The endpoints of deposits over a database of their own. */
export async function openDepositService(clock: Clock) {
  const database = await createTestDatabase({ poolSize: 12 });
  const app = frame(depositEndpoints(), {
    db: database.db,
    clock,
    authenticate: (authorization = '') => actorOf(authorization.slice('Bearer '.length)),
    limits: { readsPerMinute: 1_000_000 },
  });
  afterAll(() => app.close());

  async function get(path = '', tenant = 'acme') {
    const response = await inject(app, {
      method: 'GET',
      url: `/trade/v1/venues/deposits${path}`,
      headers: { authorization: `Bearer ${tenant}` },
    });
    return { status: response.statusCode, body: response.json<Body>() };
  }

  /** As the worker runs jobs. */
  const contextFor = (tenant = 'acme', signal = new AbortController().signal): Context<Db> => ({
    actor: { kind: 'system', id: 'deposit.poll', tenant, scopes: new Set() },
    db: database.db,
    clock,
    traceId: newTraceId(),
    signal,
  });

  return { database, get, contextFor };
}
