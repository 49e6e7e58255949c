import { Decimal, Problem, type Context } from '../../kernel/index.ts';
import type { JsonObject } from '../../platform/audit/index.ts';
import { command, run, type Event, type Facts } from '../../platform/commands/index.ts';
import type { JobRequest } from '../../platform/jobs/index.ts';
import type { Db, Tx } from '../../platform/postgres/index.ts';
import { nameOf } from '../actor.ts';
import { findByAlias, isSaved as isKnown } from '../destinations/index.ts';
import type { ListedVenue, VenueDirectory } from '../directory.ts';
import { evaluate, neededSums, selectActiveRules, type Applicant, type SumScope } from '../policies/index.ts';
import { checkAtVenue, checkShape, type Saved } from './check.ts';
import { requestExpire, requestWake } from './jobs.ts';
import type { CreateWithdrawal, Withdrawal } from './schema.ts';
import type { Status } from './status.ts';
import { insertWithdrawal, lockSums, selectWithdrawal, sumAmounts, type WithdrawalRow } from './store.ts';
import { toWithdrawal } from './withdrawal.ts';

const HOUR_MS = 3_600_000;
const WINDOW_MS = { '24h': 24 * HOUR_MS, '30d': 30 * 24 * HOUR_MS } as const;
const APPROVAL_LIFETIME_MS = 72 * HOUR_MS;

interface CreateInput {
  readonly body: CreateWithdrawal;
  /** Goes the whole way but is never sent. */
  readonly dryRun: boolean;
}

interface Created {
  readonly withdrawal: Withdrawal;
  /** The reference was known, with the same content. */
  readonly replayed: boolean;
}

export async function createWithdrawal(
  context: Context<Db>,
  directory: VenueDirectory,
  { body, dryRun }: CreateInput,
): Promise<Created> {
  checkShape(body);
  const { db, actor } = context;
  const [listed, policy, destination] = await Promise.all([
    directory.find(actor.tenant, body.venue),
    selectActiveRules(db, actor.tenant).executeTakeFirst(),
    readDestination(db, actor.tenant, body),
  ]);
  const known: Known = { listed, rules: policy?.rules ?? [], ...destination };
  const { result, replayed } = await run(context, creation(known, body), {
    body: withoutNulls(body),
    dryRun,
  });
  return { withdrawal: toWithdrawal(result), replayed };
}

interface Known {
  readonly listed: ListedVenue | undefined;
  readonly rules: Parameters<typeof evaluate>[0];
  readonly saved: Saved | undefined;
  readonly isSaved: boolean;
}

type Sums = ReadonlyMap<string, Decimal>;

function creation({ listed, rules, saved, isSaved }: Known, { venue, asset, amount }: CreateWithdrawal) {
  const applicant: Applicant = {
    venue,
    asset: asset.code,
    amount: Decimal.parse(amount),
    destination: isSaved ? 'KNOWN' : 'NEW',
  };
  const scopes = neededSums(rules, applicant);
  return command({
    name: 'withdrawal.create',
    scope: 'venue-transfer:edit',
    idempotency: {
      key: ({ body }: CreateInput) => body.reference,
      find: (db, id, { actor }) => selectWithdrawal(db, actor.tenant, id).executeTakeFirst(),
    },
    // Where no sum matters, nobody has to wait for anybody.
    ...(scopes.length > 0 && {
      lock: (tx: Tx, _input: CreateInput, context: Context<Db>) => readSums(tx, context, asset.code, scopes),
    }),
    decide(sums: Sums | undefined, { body, dryRun }, facts) {
      const destination = checkAtVenue(listed, body, saved);
      const verdict = evaluate(rules, applicant, (scope) => sumOf(sums, scope));
      if (verdict.kind === 'refuse') {
        throw new Problem('unprocessable', `The policy refuses it: ${verdict.explanation}.`);
      }
      const isSimulated = dryRun || listed?.withdrawals === 'simulate';
      const status = isSimulated ? 'SIMULATED' : verdict.kind === 'allow' ? 'PENDING' : 'APPROVAL_REQUESTED';
      const row = toRow(body, destination, status, verdict.approvals, facts);
      const payload = { id: row.id, withdrawal: toWithdrawal(row) };
      return {
        change: row,
        audit: { subject: row.id, details: { ...payload.withdrawal, reason: verdict.explanation, dryRun } },
        events: [{ type: 'withdrawal.created', payload }, ...votesRequired(row, payload)],
        jobs: jobsOf(row),
      };
    },
    save: insertWithdrawal,
  });
}

function votesRequired({ status, approvals_required, due_at }: WithdrawalRow, payload: JsonObject): Event[] {
  if (status !== 'APPROVAL_REQUESTED' || !due_at) return [];
  const wanted = { approvals: approvals_required, until: due_at.toISOString() };
  return [{ type: 'withdrawal.vote-required', payload: { ...payload, ...wanted } }];
}

function jobsOf({ status, venue, due_at }: WithdrawalRow): JobRequest[] {
  if (status === 'PENDING') return [requestWake(venue)];
  if (status === 'APPROVAL_REQUESTED' && due_at) return [requestExpire(due_at)];
  return [];
}

async function readDestination(db: Db, tenant: string, body: CreateWithdrawal) {
  const alias = body.fiatDestination?.alias ?? body.blockchainDestination?.alias;
  if (alias !== undefined) {
    const saved = await findByAlias(db, tenant, alias);
    return { saved, isSaved: saved !== undefined };
  }
  const { network = '', address = '', tag = null } = body.blockchainDestination ?? {};
  return { saved: undefined, isSaved: await isKnown(db, tenant, { network, address, tag }) };
}

/** Once the lock is held, no other withdrawal of the asset can be added before this one is committed. */
async function readSums(
  tx: Tx,
  { actor, clock }: Context<Db>,
  asset: string,
  scopes: readonly SumScope[],
): Promise<Sums> {
  await lockSums(tx, actor.tenant, asset).execute();
  const nowMs = clock.now().getTime();
  const sums = scopes.map(async (scope) => {
    const after = new Date(nowMs - WINDOW_MS[scope.window]);
    const { sum } = await sumAmounts(tx, actor.tenant, asset, scope.venue, after).executeTakeFirstOrThrow();
    return [keyOf(scope), Decimal.parse(sum)] as const;
  });
  return new Map(await Promise.all(sums));
}

const keyOf = ({ window, venue }: SumScope): string => JSON.stringify([window, venue]);

function sumOf(sums: Sums | undefined, scope: SumScope): Decimal {
  const sum = sums?.get(keyOf(scope));
  if (!sum) throw new Error(`The sum over ${keyOf(scope)} was not read.`);
  return sum;
}

function toRow(
  { venue, asset, amount, reference }: CreateWithdrawal,
  destination: WithdrawalRow['destination'],
  status: Status,
  approvals: number,
  { id, actor, now }: Facts,
): WithdrawalRow {
  const expiresAt = new Date(now.getTime() + APPROVAL_LIFETIME_MS);
  return {
    id,
    tenant: actor.tenant,
    venue,
    asset: asset.code,
    amount,
    destination,
    reference,
    status,
    venue_transfer_id: null,
    receipt: null,
    failure_message: null,
    requested_by: nameOf(actor),
    approvals_required: approvals,
    due_at: status === 'PENDING' ? now : status === 'APPROVAL_REQUESTED' ? expiresAt : null,
    waiting_reason: null,
    created_at: now,
    updated_at: now,
  };
}

/** A tag that is null is no tag: both spellings are the same content. */
function withoutNulls(body: CreateWithdrawal): CreateWithdrawal {
  const { blockchainDestination: chain, ...rest } = body;
  if (chain?.tag !== null) return body;
  const { tag: _none, ...place } = chain;
  return { ...rest, blockchainDestination: place };
}
