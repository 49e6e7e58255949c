import { Decimal, Problem, type Context } from '../../kernel/index.ts';
import { command, run, type Facts } from '../../platform/commands/index.ts';
import type { Db, Tx } from '../../platform/postgres/index.ts';
import { nameOf } from '../actor.ts';
import { findByAlias, isSaved } from '../destinations/index.ts';
import type { ListedVenue, VenueDirectory } from '../directory.ts';
import { evaluate, neededSums, selectActiveRules, type Applicant, type SumScope } from '../policies/index.ts';
import { checkAtVenue, checkShape, type Saved } from './check.ts';
import { requestExpire, requestSubmit } from './jobs.ts';
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
  const listed = await directory.find(context.actor.tenant, body.venue);
  const { result, replayed } = await run(context, creation(listed), { body: withoutNulls(body), dryRun });
  return { withdrawal: toWithdrawal(result), replayed };
}

type Rules = Parameters<typeof evaluate>[0];

interface State {
  readonly rules: Rules;
  readonly saved: Saved | undefined;
  readonly applicant: Applicant;
  readonly sums: ReadonlyMap<string, Decimal>;
}

function creation(listed: ListedVenue | undefined) {
  return command({
    name: 'withdrawal.create',
    scope: 'venue-transfer:edit',
    idempotency: {
      key: ({ body }: CreateInput) => body.reference,
      find: (tx, id, { actor }) => selectWithdrawal(tx, actor.tenant, id).executeTakeFirst(),
    },
    lock: (tx, input: CreateInput, context) => readState(tx, input, context),
    decide(state: State, { body, dryRun }, facts) {
      const destination = checkAtVenue(listed, body, state.saved);
      const verdict = evaluate(state.rules, state.applicant, (scope) => sumOf(state.sums, scope));
      if (verdict.kind === 'refuse') {
        throw new Problem('unprocessable', `The policy refuses it: ${verdict.explanation}.`);
      }
      const isSimulated = dryRun || listed?.withdrawals === 'simulate';
      const status = isSimulated ? 'SIMULATED' : verdict.kind === 'allow' ? 'PENDING' : 'APPROVAL_REQUESTED';
      const row = toRow(body, destination, status, verdict.approvals, facts);
      const { id, tenant, venue, due_at } = row;
      const payload = { id, withdrawal: toWithdrawal(row) };
      return {
        change: row,
        audit: {
          subject: id,
          details: { ...payload.withdrawal, reason: verdict.explanation, dryRun },
        },
        events: [
          { type: 'withdrawal.created', payload },
          ...(status === 'APPROVAL_REQUESTED' && due_at
            ? [
                {
                  type: 'withdrawal.vote-required',
                  payload: { ...payload, approvals: verdict.approvals, until: due_at.toISOString() },
                },
              ]
            : []),
        ],
        jobs: jobsOf(status, tenant, venue, due_at),
      };
    },
    async write(tx, row) {
      await insertWithdrawal(tx, row).execute();
      return row;
    },
  });
}

function jobsOf(status: Status, tenant: string, venue: string, dueAt: Date | null) {
  if (status === 'PENDING') return [requestSubmit(tenant, venue)];
  if (status === 'APPROVAL_REQUESTED' && dueAt) return [requestExpire(dueAt)];
  return [];
}

async function readState(tx: Tx, { body }: CreateInput, context: Context<Db>): Promise<State> {
  const { tenant } = context.actor;
  const [policy, { saved, isKnown }] = await Promise.all([
    selectActiveRules(tx, tenant).executeTakeFirst(),
    readDestination(tx, tenant, body),
  ]);
  const rules = policy?.rules ?? [];
  const applicant: Applicant = {
    venue: body.venue,
    asset: body.asset.code,
    amount: Decimal.parse(body.amount),
    destination: isKnown ? 'KNOWN' : 'NEW',
  };
  const sums = await readSums(tx, context, applicant.asset, neededSums(rules, applicant));
  return { rules, saved, applicant, sums };
}

async function readDestination(tx: Tx, tenant: string, body: CreateWithdrawal) {
  const alias = body.fiatDestination?.alias ?? body.blockchainDestination?.alias;
  if (alias !== undefined) {
    const saved = await findByAlias(tx, tenant, alias);
    return { saved, isKnown: saved !== undefined };
  }
  const { network = '', address = '', tag = null } = body.blockchainDestination ?? {};
  return { saved: undefined, isKnown: await isSaved(tx, tenant, { network, address, tag }) };
}

/** Once the lock is held, no other withdrawal of the asset can be added before this one is committed. */
async function readSums(tx: Tx, { actor, clock }: Context<Db>, asset: string, scopes: readonly SumScope[]) {
  if (scopes.length === 0) return new Map<string, Decimal>();
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

function sumOf(sums: ReadonlyMap<string, Decimal>, scope: SumScope): Decimal {
  const sum = sums.get(keyOf(scope));
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
