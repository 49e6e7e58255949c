import { Problem, type Context } from '../../kernel/index.ts';
import { command, run, type Circumstances } from '../../platform/commands/index.ts';
import { event } from '../../platform/events/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { showBound, toConversion } from './conversion.ts';
import { conversionCreated } from './events.ts';
import { requestWork } from './jobs.ts';
import {
  checkWish,
  prepare,
  refuseUnbound,
  targetOf,
  type MarketAccess,
  type BoundRules,
  type Prepared,
} from './plans/index.ts';
import type { Conversion, CreateConversion } from './schema.ts';
import { insertConversion, selectConversion, type ConversionRow } from './store.ts';

interface CreateInput {
  readonly body: CreateConversion;
  /** Planned but never sent. */
  readonly dryRun: boolean;
  /** The proposal of a managed balance that it carries out. */
  readonly proposalId?: string;
}

interface Created {
  readonly conversion: Conversion;
  /** The reference was used before with the same content. */
  readonly replayed: boolean;
}

export async function createConversion(
  context: Context<Db>,
  access: MarketAccess,
  rules: BoundRules,
  { body, ...rest }: CreateInput,
): Promise<Created> {
  // A repeated call returns what the first one created, even if the venues are gone.
  const prepared = await prepareOrRefuse(context, access, rules, body);
  const { result, replayed } = await run(context, creation(prepared), { body, ...rest });
  return { conversion: toConversion(result), replayed };
}

async function prepareOrRefuse(
  context: Context<Db>,
  access: MarketAccess,
  rules: BoundRules,
  body: CreateConversion,
): Promise<Prepared | Problem> {
  try {
    checkWish(body, context.clock.now());
    const prepared = await prepare(context, access, rules, body);
    refuseUnbound(body, prepared, rules);
    return prepared;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

function creation(prepared: Prepared | Problem) {
  return command({
    name: 'conversion.create',
    scope: 'conversions:edit',
    idempotency: {
      // A dry run does not use up the reference of the real call.
      key: ({ body, dryRun }: CreateInput) => (dryRun ? undefined : body.reference),
      find: (db, id, { actor }) => selectConversion(db, actor.tenant, id).executeTakeFirst(),
    },
    decide(_state: undefined, { body, dryRun, proposalId = null }, circumstances) {
      if (prepared instanceof Problem) throw prepared;
      const isSimulated = dryRun || prepared.isSimulated;
      const row = { ...toRow(body, prepared, isSimulated, circumstances), proposal_id: proposalId };
      const conversion = toConversion(row);
      return {
        change: row,
        audit: {
          subject: row.id,
          details: { ...conversion, bound: showBound(row), path: row.path, venues: row.venues, dryRun },
        },
        events: [event(conversionCreated, { id: row.id, conversion })],
        jobs: row.status === 'PENDING' ? [requestWork(row.id)] : [],
      };
    },
    write: (tx, row) => insertConversion(tx, row).executeTakeFirst(),
  });
}

function toRow(
  body: CreateConversion,
  { path, legs, give, get, bound, mids }: Prepared,
  isSimulated: boolean,
  { id, actor, now }: Circumstances,
): ConversionRow {
  const { kind, amount } = targetOf(body);
  const isGive = kind === 'give';
  return {
    id,
    tenant: actor.tenant,
    reference: body.reference,
    status: isSimulated ? 'SIMULATED' : 'PENDING',
    executor: body.executor ?? 'MARKET',
    from_asset: body.from.asset,
    to_asset: body.to.asset,
    from_amount: (isGive ? amount : give).toString(),
    to_amount: (isGive ? get : amount).toString(),
    fixed_side: isGive ? 'from' : 'to',
    fixed_amount: amount.toString(),
    path: [...path],
    allowed_venues: [...new Set(body.venues)].sort(),
    venues: [...new Set(legs.flat().map(({ place }) => place.venue))].sort(),
    expires_at: body.expiresAt === undefined ? null : new Date(body.expiresAt),
    metadata: body.metadata ?? null,
    ...bound,
    mids: mids && mids.map((mid) => mid.toString()),
    requested_by: actor.id,
    leg: 0,
    leg_target: null,
    leg_started_at: null,
    round: 0,
    fruitless: 0,
    due_at: isSimulated ? null : now,
    waiting_reason: null,
    failure_message: null,
    proposal_id: null,
    created_at: now,
    updated_at: now,
  };
}
