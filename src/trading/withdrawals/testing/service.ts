import { afterAll } from 'vitest';
import {
  Decimal,
  newId,
  newTraceId,
  systemClock,
  type Actor,
  type Clock,
  type Context,
} from '../../../kernel/index.ts';
import type { Endpoint } from '../../../platform/http/index.ts';
import { frame } from '../../../platform/http/testing/app.ts';
import { NO_KEYS, type PersonalData } from '../../../platform/personal-data/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { destinationEndpoints } from '../../destinations/index.ts';
import type { VenueDirectory } from '../../directory.ts';
import { recipientEndpoints } from '../../recipients/index.ts';
import { policyEndpoints } from '../../policies/index.ts';
import type { Screening } from '../../screening/index.ts';
import type { SwitchState, Venue, VenueDescription } from '../../venues/index.ts';
import { withdrawalEndpoints } from '../index.ts';
import { NO_RATES, type Rates } from '../policy/index.ts';
import { inject } from '../../../testing/inject.ts';

const SCOPES: Record<string, string[]> = {
  desk: ['venue-transfer:view', 'venue-transfer:edit', 'approvals:edit'],
  ada: ['venue-transfer:view', 'approvals:edit', 'admin'],
  grace: ['venue-transfer:view', 'approvals:edit', 'admin'],
  viewer: ['venue-transfer:view', 'conversions:view'],
  screener: ['venue-transfer:view', 'screening:edit'],
  everything: ['venue-transfer:view', 'venue-transfer:edit', 'approvals:edit', 'screening:edit'],
  stranger: [
    'venue-transfer:view',
    'venue-transfer:edit',
    'approvals:edit',
    'screening:edit',
    'admin',
    'pii:view',
  ],
  carla: ['venue-transfer:view', 'pii:view'],
};

/** Of the people who have sessions. */
export const PEOPLE_IDS = {
  ada: '01890a5d-ac96-774b-bcce-b302099a8057',
  grace: '01890a5d-ac96-774b-bcce-b302099a8058',
} as const;

/** `ada-bot` is a program of ada; `ada-in-person` is ada with a token of a sign-in, `ada-in-session` with a session. */
function actorOf(name: string): Actor {
  const tenant = name === 'stranger' ? 'other' : 'acme';
  const [id = '', form] = name.split(/-(?=bot$|in-person$|in-session$)/);
  const scopes = new Set(SCOPES[id]);
  if (form === 'bot')
    return { kind: 'client', id: name, owner: id, tenant, scopes: scopes.add('venue-transfer:edit') };
  const session = { id: newId(), credentialId: id === 'grace' ? PEOPLE_IDS.grace : PEOPLE_IDS.ada };
  if (form === 'in-session') return { kind: 'person', id, tenant, scopes, session };
  return { kind: form === 'in-person' ? 'person' : 'client', id, tenant, scopes };
}

/** The members of all answers that tests read. */
export interface Body {
  readonly id: string;
  readonly status: string;
  readonly amount: string;
  readonly createdAt: string;
  readonly failureMessage: string | null;
  readonly venueTransferId: string | null;
  readonly blockchainDestination: object | null;
  readonly code: string;
  readonly detail: string;
  readonly errors?: Record<string, string[]>;
  readonly version: number;
  readonly content: Body[];
  readonly totalElements: number;
  readonly nextCursor?: string | null;
  readonly approvals?: {
    readonly required: number;
    readonly votes: { readonly voter: string; readonly at: string }[];
    readonly expiresAt: string | null;
  };
  readonly cannotVote?: string | null;
  readonly screening?: Screening | null;
  readonly waitingReason?: string | null;
  readonly needsPerson?: boolean;
  readonly decision?: object | null;
  readonly proof?: string;
  readonly approves?: object;
  readonly action: string;
  readonly reason: string | null;
  readonly recipient: { readonly id: string; readonly hash: string } | null;
  readonly travelRule?: object | null;
}

export interface Answer {
  readonly status: number;
  readonly body: Body;
}

export interface Call {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** What the venue of the tests offers. */
const DESCRIPTION: VenueDescription = {
  name: 'Test',
  accounts: [],
  symbols: [],
  assets: [
    asset('BTC', 8, '0.001', 'BITCOIN', 'bitcoin'),
    asset('ETH', 18, '0.001', 'ETHEREUM', 'evm'),
    asset('XRP', 6, '0.001', 'XRPL', 'xrpl', 'required'),
    asset('USDT', 6, '0.001', 'TRON', 'tron'),
    asset('EUR', 2, '1', 'SEPA', 'alias'),
  ],
};

function asset(
  code: string,
  precision: number,
  minWithdrawal: string,
  network: string,
  addressFormat: VenueDescription['assets'][number]['networks'][number]['addressFormat'],
  tag: 'required' | 'optional' | 'none' = 'none',
) {
  return {
    code,
    precision,
    minWithdrawal: Decimal.parse(minWithdrawal),
    networks: [{ code: network, addressFormat, tag }],
  };
}

/** A venue that no test calls. */
const idle: Venue = {
  code: 'test',
  describe: () => Promise.reject(new Error('It is not asked.')),
  withdrawals: {
    isIdempotent: false,
    honoursDeadline: false,
    submit: () => Promise.reject(new Error('Nothing is sent to it.')),
    status: () => Promise.reject(new Error('It is not asked.')),
  },
  close: () => Promise.resolve(),
};

interface ServiceOptions {
  readonly venue?: Venue;
  readonly codes?: readonly string[];
  readonly clock?: Clock;
  readonly pools?: Parameters<typeof createTestDatabase>[0];
  readonly rates?: Rates;
  readonly personal?: PersonalData;
  /** Further ones. */
  readonly endpoints?: readonly Endpoint[];
}

interface Listed {
  withdrawals: SwitchState;
  venue: Venue;
}

/** Venues that no test calls, unless they are given. */
export function directoryOf(
  listed: Listed = { withdrawals: 'live', venue: idle },
  codes: readonly string[] = ['test'],
): VenueDirectory {
  const entry = () => ({ ...listed, description: DESCRIPTION });
  return {
    find: async (_tenant, code) => (codes.includes(code) ? entry() : undefined),
    list: async () => [entry()],
  };
}

/** The endpoints of withdrawals with all that belongs to them over a database of their own. */
export async function openWithdrawalService({
  venue = idle,
  codes = ['test'],
  clock = systemClock,
  pools = { poolSize: 8 },
  rates = NO_RATES,
  personal = NO_KEYS,
  endpoints = [],
}: ServiceOptions = {}) {
  const database = await createTestDatabase(pools);
  const listed: Listed = { withdrawals: 'live', venue };
  const directory = directoryOf(listed, codes);
  const app = frame(
    [
      ...withdrawalEndpoints(directory, rates, personal),
      ...destinationEndpoints(directory, personal),
      ...recipientEndpoints(personal),
      ...policyEndpoints(),
      ...endpoints,
    ],
    {
      db: database.db,
      clock,
      authenticate: (authorization = '') => actorOf(authorization.slice('Bearer '.length)),
      limits: {
        bodyBytes: 65_536,
        requestTimeoutMs: 20_000,
        readsPerMinute: 1_000_000,
        writesPerMinute: 1_000_000,
      },
    },
  );
  afterAll(() => app.close());

  async function send(
    actor: string,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    call: Call = {},
  ): Promise<Answer> {
    const { body, headers } = call;
    const response = await inject(app, {
      method,
      url: `/trade/v1/${path}`,
      headers: {
        authorization: `Bearer ${actor}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.statusCode, body: response.body === '' ? ({} as Body) : response.json<Body>() };
  }

  /** Puts rules in force, as two people do. */
  async function decree(rules: readonly object[]): Promise<void> {
    const proposed = await send('ada', 'PUT', 'policies', { body: { rules } });
    const confirmed = await send('grace', 'POST', `policies/${proposed.body.version}/confirm`);
    if (confirmed.status !== 200)
      throw new Error(`The policy was not taken: ${JSON.stringify([proposed, confirmed])}`);
  }

  const create = (change: object = {}, call: Call & { actor?: string } = {}): Promise<Answer> =>
    send(call.actor ?? 'desk', 'POST', 'venues/withdrawals', { ...call, body: aWithdrawal(change) });

  const contextOf = (actor: Actor): Context<Db> => ({
    actor,
    db: database.db,
    clock,
    traceId: newTraceId(),
    signal: new AbortController().signal,
  });

  return { database, directory, listed, app, send, decree, create, contextOf };
}

let made = 0;

/** A body that is right; a change to undefined leaves a member out. */
export function aWithdrawal(change: object = {}): object {
  made += 1;
  return {
    asset: { code: 'BTC' },
    amount: '0.50',
    venue: 'test',
    reference: `reference-${made}`,
    ...('fiatDestination' in change
      ? {}
      : { blockchainDestination: { address: BITCOIN, network: 'BITCOIN' } }),
    ...change,
  };
}

export const BITCOIN = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
