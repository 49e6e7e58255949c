import { hash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Decimal, later, newTraceId, type Actor, type Context } from '../../kernel/index.ts';
import { GRANTS } from '../../platform/auth/index.ts';
import type { ModuleJobs } from '../../platform/jobs/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { takeSnapshots } from '../../trading/balances/index.ts';
import { depositJobs } from '../../trading/deposits/index.ts';
import { liveRates } from '../../trading/market-data/index.ts';
import {
  answered,
  refused,
  type Outcome,
  type VenueBalance,
  type VenueDeposit,
  type VenueDescription,
  type VenueWithdrawal,
  type WithdrawalRequest,
} from '../../trading/venues/index.ts';
import {
  createWithdrawal,
  creationAt,
  voteOnWithdrawal,
  withdrawalJobs,
} from '../../trading/withdrawals/index.ts';
import type { Resources } from '../resources.ts';
import { ADDRESSES } from './addresses.ts';
import { exists } from './exists.ts';
import { inventMonths, type Invented } from './invent.ts';

const TENANT = 'default';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAYS = 91;
/** The exchanges of a first start answer within seconds. */
const [MAX_ATTEMPTS, PAUSE_MS] = [50, 200] as const;
const CALL_MS = 5_000;

type Given = Pick<Resources, 'config' | 'database' | 'clock' | 'venues' | 'marketData'>;

/**
 * Gives the desk of a demo the months before its first morning, once: deposits, withdrawals and balances go through the same code as
 * those of today, with the clock of their day and venues that answer as they would have answered then. It must end before jobs
 * run, because they would send the withdrawals to the venues of today.
 */
export async function fillDemoPast(given: Given, signal: AbortSignal): Promise<void> {
  const done = join(given.config.data, 'past-filled');
  if (await exists(done)) return;
  const today = await readToday(given, signal);
  const end = new Date(Math.floor(given.clock.now().getTime() / DAY_MS) * DAY_MS);
  const invented = inventMonths(end, DAYS);
  const past = new Past(given.database.db, today, invented, signal);
  for (const payment of invented.withdrawals) await past.withdraw(payment);
  await past.receive(given.clock.now());
  for (let age = DAYS; age >= 0; age--) await past.keepBalances(later(end, -age * DAY_MS), age);
  await writeFile(done, '');
}

/** A venue as it answers now. */
interface Present {
  readonly code: string;
  readonly description: VenueDescription;
  readonly balances: readonly VenueBalance[];
}

interface Today {
  readonly venues: readonly Present[];
  /** Asset to what it is worth now in USDT. */
  readonly prices: ReadonlyMap<string, Decimal>;
}

async function readToday({ venues, marketData }: Given, signal: AbortSignal): Promise<Today> {
  const call = () => ({ deadline: later(new Date(), CALL_MS), signal });
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const present = await Promise.all(
      venues.of(TENANT).map(async ({ code, description, venue }): Promise<Present[]> => {
        if (!description) return [];
        const outcome = await venue.balances?.(call());
        return outcome?.kind === 'answered' ? [{ code, description, balances: outcome.value }] : [];
      }),
    );
    if (present.every((known) => known.length > 0)) {
      const all = present.flat();
      const assets = new Set(all.flatMap(({ balances }) => balances.map(({ asset }) => asset)));
      const rates = liveRates(marketData);
      const prices = await Promise.all(
        [...assets].map(async (asset) => [asset, await rates.find(TENANT, asset, 'USDT')] as const),
      );
      return {
        venues: all,
        prices: new Map(prices.flatMap(([asset, rate]) => (rate ? [[asset, rate] as const] : []))),
      };
    }
    await sleep(PAUSE_MS, undefined, { signal });
  }
  throw new Error('the venues do not answer');
}

const clientOf = (id: string, ...leftOut: readonly string[]): Actor => ({
  kind: 'client',
  id,
  tenant: TENANT,
  scopes: new Set(Object.keys(GRANTS.trading).filter((scope) => !leftOut.includes(scope))),
});
/** As those of the demo's credentials. */
const OPERATOR = clientOf('operator', 'approvals:edit', 'screening:edit');
const APPROVER = clientOf('approver', 'venue-transfer:edit', 'screening:edit');
const WORKER: Actor = { kind: 'system', id: 'demo', tenant: TENANT, scopes: new Set() };

type Payment = Invented['withdrawals'][number];

/** The venues as they would have answered, and what the desk did with them. */
class Past {
  readonly #db: Db;
  readonly #today: Today;
  readonly #invented: Invented;
  readonly #signal: AbortSignal;
  readonly #creation: ReturnType<typeof creationAt>;
  readonly #sending: ModuleJobs;
  readonly #reading: ModuleJobs;
  /** By the reference that the venue was given. */
  readonly #sent = new Map<string, VenueWithdrawal>();
  #now = new Date(0);

  constructor(db: Db, today: Today, invented: Invented, signal: AbortSignal) {
    this.#db = db;
    this.#today = today;
    this.#invented = invented;
    this.#signal = signal;
    const directory = {
      find: async (_tenant: string, code: string) => this.#list().find(({ venue }) => venue.code === code),
      list: async () => this.#list(),
    };
    this.#creation = creationAt(directory, { find: async () => undefined });
    this.#sending = withdrawalJobs(directory);
    this.#reading = depositJobs(directory, () => [], { firstMs: (DAYS + 1) * DAY_MS });
  }

  /** Requested, approved an hour later, sent and completed. */
  async withdraw({ at, reference, venue, asset, amount, network }: Payment): Promise<void> {
    this.#now = at;
    const blockchainDestination = { network, address: ADDRESSES[network] };
    const body = { reference, venue, asset: { code: asset }, amount, blockchainDestination };
    const { withdrawal } = await createWithdrawal(this.#as(OPERATOR), this.#creation, {
      body,
      dryRun: false,
    });
    this.#sent.set(withdrawal.id, {
      venueTransferId: `past-${reference}`,
      reference: withdrawal.id,
      asset,
      amount: Decimal.parse(amount),
      fee: Decimal.ZERO,
      status: 'completed',
      hash: `0x${hash('sha256', reference)}`,
      internalId: null,
      failureReason: null,
    });
    this.#now = later(at, HOUR_MS);
    // After an interruption it may be further already.
    if (withdrawal.status === 'APPROVAL_REQUESTED') {
      await voteOnWithdrawal(this.#as(APPROVER), { id: withdrawal.id, decision: 'APPROVE' });
    }
    await this.#run(this.#sending, 'withdrawal.submit', venue);
    this.#now = later(this.#now, 10 * 60_000);
    await this.#run(this.#sending, 'withdrawal.poll', venue);
  }

  /** Reads all deposits, as the first reading of a venue does. */
  async receive(now: Date): Promise<void> {
    this.#now = now;
    await Promise.all(this.#today.venues.map(({ code }) => this.#run(this.#reading, 'deposit.poll', code)));
  }

  /** At the beginning of a day, which closes the day before. */
  async keepBalances(midnight: Date, age: number): Promise<void> {
    this.#now = midnight;
    const accounts = this.#list().map(({ venue }) => ({ tenant: TENANT, code: venue.code, venue }));
    await takeSnapshots(this.#as(WORKER), accounts, {
      quote: async (_tenant, from, to) => {
        const price = this.#today.prices.get(from);
        return price && { rate: this.#invented.priceBefore(from, price, age), path: [from, to] };
      },
    });
  }

  #as(actor: Actor): Context<Db> {
    const now = this.#now;
    return { actor, db: this.#db, clock: { now: () => now }, traceId: newTraceId(), signal: this.#signal };
  }

  async #run({ handlers }: ModuleJobs, name: string, venue: string): Promise<void> {
    const handler = handlers.find(({ job }) => job.name === name);
    await handler?.run(this.#as(WORKER), { venue });
  }

  #list() {
    return this.#today.venues.map(({ code, description, balances }) => ({
      description,
      withdrawals: 'live' as const,
      venue: {
        code,
        describe: async () => answered(description),
        balances: async () => answered(balances.map((balance) => this.#before(code, balance))),
        deposits: { reachMs: Infinity, list: async () => answered(this.#deposits(code)) },
        withdrawals: {
          isIdempotent: true,
          honoursDeadline: true,
          submit: async ({ reference }: Pick<WithdrawalRequest, 'reference'>) =>
            this.#answer(reference, { status: 'accepted', hash: null }),
          status: async ({ reference }: Pick<WithdrawalRequest, 'reference'>) => this.#answer(reference),
        },
        close: async () => {},
      },
    }));
  }

  #answer(reference: string, change: Partial<VenueWithdrawal> = {}): Outcome<VenueWithdrawal> {
    const sent = this.#sent.get(reference);
    return sent ? answered({ ...sent, ...change }) : refused('unknown', 'There is no such withdrawal.');
  }

  /** What was there before everything that came after now. */
  #before(venue: string, balance: VenueBalance): VenueBalance {
    const { asset } = balance;
    const isLater = (move: Move): boolean =>
      move.venue === venue && move.asset === asset && move.at > this.#now;
    const sum = (moves: readonly Move[]): Decimal =>
      moves.filter(isLater).reduce((all, { amount }) => all.plus(Decimal.parse(amount)), Decimal.ZERO);
    const available = balance.available
      .minus(sum(this.#invented.deposits))
      .plus(sum(this.#invented.withdrawals));
    return { ...balance, available };
  }

  #deposits(venue: string): VenueDeposit[] {
    return this.#invented.deposits
      .filter((deposit) => deposit.venue === venue)
      .map(({ id, asset, amount, network, at }) => ({
        venueDepositId: id,
        asset,
        amount: Decimal.parse(amount),
        fee: null,
        network,
        address: null,
        tag: null,
        hash: `0x${hash('sha256', id)}`,
        output: null,
        internalId: null,
        state: 'credited',
        venueStatus: 'credited',
        createdAt: at,
      }));
  }
}

type Move = Pick<Payment, 'venue' | 'asset' | 'amount' | 'at'>;
