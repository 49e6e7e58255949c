import { Decimal, later, Problem, type Actor, type Context } from '../../kernel/index.ts';
import { lead } from '../../platform/leases/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Rates } from '../withdrawals/index.ts';
import { confirmProposal, release, type Tools } from './confirm.ts';
import { choose, keyOf, stateOf, type Balance, type Place, type State } from './decide.ts';
import { toOption } from './options.ts';
import { createProposal, draft, endProposal, reportLow } from './propose.ts';
import type { Settings } from './schema.ts';
import {
  selectBalances,
  selectStates,
  selectTenants,
  upsertState,
  type BalanceRow,
  type StateRow,
} from './store.ts';
import { actsAlone, selectCurrent, type ShownProposal } from './proposals/index.ts';
import { placesOf, readKnown, readPlaces, type Faults } from './world/index.ts';

const LEASE_MS = 30_000;
/** A confirmed proposal that became nothing within it was interrupted. */
const INTERRUPTED_MS = 5 * 60_000;

export interface LookTools extends Tools {
  readonly rates: Rates;
}

/** Reads what managed balances of every tenant depend on, and proposes what they need. */
export async function lookAtBalances(context: Context<Db>, tools: LookTools): Promise<void> {
  await lead(context.db, { name: 'managed-balance.look', lifetimeMs: LEASE_MS }, async () => {
    for (const { tenant } of await selectTenants(context.db).execute()) {
      context.signal.throwIfAborted();
      const actor: Actor = { ...context.actor, kind: 'system', id: 'managed-balance', tenant };
      await lookAtTenant({ ...context, actor }, tools);
    }
  });
}

async function lookAtTenant(context: Context<Db>, tools: LookTools): Promise<void> {
  const { tenant } = context.actor;
  const rows: BalanceRow[] = await selectBalances(context.db, tenant).execute();
  const active = rows.filter(hasSettings);
  const places = active.flatMap((row) => placesOf(row, row.settings));
  const faults = await readPlaces(context, tools.directory, places);
  const states = new Map((await selectStates(context.db, tenant).execute()).map((row) => [keyOf(row), row]));
  const current = await selectCurrent(context.db, tenant, context.clock.now()).execute();
  const freed = new Set(await freeInterrupted(context, current));
  for (const row of active) {
    context.signal.throwIfAborted();
    const own = current.filter(
      ({ id, venue, asset }) => venue === row.venue && asset === row.asset && !freed.has(id),
    );
    await lookAt(context, tools, { row, faults, own, earlier: states.get(keyOf(row)) });
  }
}

type Active = BalanceRow & { readonly settings: Settings };

const hasSettings = (row: BalanceRow): row is Active => row.settings !== null;

/** Opens again what a process that ended has confirmed and not carried out. */
async function freeInterrupted(context: Context<Db>, current: readonly ShownProposal[]): Promise<string[]> {
  const before = later(context.clock.now(), -INTERRUPTED_MS);
  const interrupted = current.filter(
    ({ status, confirmed_at }) => status === 'CONFIRMED' && confirmed_at !== null && confirmed_at < before,
  );
  const refusal = 'The process that carried it out was interrupted before it began. Confirm it again.';
  for (const { id } of interrupted) await release(context, { id, refusal });
  return interrupted.map(({ id }) => id);
}

interface Looked {
  readonly row: Active;
  readonly faults: Faults;
  /** Its proposals that are open, being carried out, or were dismissed lately. */
  readonly own: readonly ShownProposal[];
  readonly earlier: StateRow | undefined;
}

async function lookAt(context: Context<Db>, tools: LookTools, looked: Looked): Promise<void> {
  const { row, faults, own, earlier } = looked;
  const { settings } = row;
  const place: Place = { venue: row.venue, asset: row.asset };
  const { tenant } = context.actor;
  const now = context.clock.now();
  const reading = { tenant, now, faults };
  const open = own.find(({ status }) => status === 'OPEN');
  const known = await readKnown(context.db, reading, { withOpen: true, except: open?.id ?? null });
  const balance: Balance = {
    place,
    minimum: Decimal.parse(settings.minimum),
    target: Decimal.parse(settings.target),
    maximum: Decimal.parse(settings.maximum),
    room: known.roomOf(place, settings.dailyCap),
  };
  const state = stateOf(balance, known.world);
  const keep = (reason: string | null): Promise<void> => keepState(context, row, { state, earlier, reason });
  if (state.kind === 'LOW' && earlier?.known_state !== 'LOW') {
    await reportLow(context, {
      place,
      level: state.level.trim().toString(),
      minimum: settings.minimum,
    });
  }
  if (open) {
    await keep(state.kind === 'UNKNOWN' ? state.reason : null);
    await lookAtOpen(context, tools, { open, state, settings, now });
    return;
  }
  if (state.kind === 'UNKNOWN') return keep(state.reason);
  if (state.kind === 'OK') return keep(null);
  if (own.some(({ status }) => status === 'CONFIRMED')) return keep('A proposal is being carried out.');
  const dismissed = own.find(({ status }) => status === 'DISMISSED');
  if (dismissed) {
    return keep(`A proposal was dismissed: nothing is proposed until ${dismissed.expires_at.toISOString()}.`);
  }
  const direction = state.kind === 'LOW' ? 'IN' : 'OUT';
  const amount = state.excess.compare(balance.room) <= 0 ? state.excess : balance.room;
  const options =
    amount.sign <= 0
      ? []
      : await Promise.all(
          settings.sources.map((source, index) =>
            toOption(context, tools, place, { source, number: index + 1 }, { direction, amount }),
          ),
        );
  const chosen = choose(balance, options, state, known.world);
  if ('reason' in chosen) return keep(chosen.reason);
  await keep(null);
  const { proposed } = chosen;
  const source = settings.sources[proposed.option.number - 1];
  if (!source) return;
  const bound =
    state.kind === 'LOW'
      ? `below the minimum of ${settings.minimum}`
      : `above the maximum of ${settings.maximum}`;
  const reason = `${state.level.trim().toString()} is ${bound}.`;
  const isAlone = settings.acts === 'ALONE';
  const drafted = await draft(context, tools.rates, place, source, { proposed, reason, isAlone });
  const made = await createProposal(context, { draft: drafted, settings }).catch(ignoreConflict);
  if (made) await actAlone(context, tools, made, settings);
}

/** Another call has proposed or ended it at the same time. */
function ignoreConflict(error: unknown): undefined {
  if (error instanceof Problem && (error.code === 'conflict' || error.code === 'invalid_transition'))
    return undefined;
  throw error;
}

interface OpenLook {
  readonly open: ShownProposal;
  readonly state: State;
  readonly settings: Settings;
  readonly now: Date;
}

async function lookAtOpen(
  context: Context<Db>,
  tools: LookTools,
  { open, state, settings, now }: OpenLook,
): Promise<void> {
  const { id, direction, expires_at } = open;
  const to =
    expires_at <= now
      ? 'EXPIRED'
      : state.kind !== 'UNKNOWN' && state.kind !== (direction === 'IN' ? 'LOW' : 'HIGH')
        ? 'OBSOLETE'
        : undefined;
  if (to) {
    await endProposal(context, { id, to }).catch(ignoreConflict);
    return;
  }
  await actAlone(context, tools, open, settings);
}

/** Once: what was refused waits for a person. The policy decides again when the withdrawal is created. */
async function actAlone(
  context: Context<Db>,
  tools: LookTools,
  proposal: ShownProposal,
  settings: Settings,
): Promise<void> {
  if (!actsAlone(proposal, settings)) return;
  await confirmProposal(context, tools, { id: proposal.id }).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
  });
}

async function keepState(
  { actor, clock, db }: Context<Db>,
  { venue, asset }: Place,
  { state, earlier, reason }: { state: State; earlier: StateRow | undefined; reason: string | null },
): Promise<void> {
  const isKnown = state.kind !== 'UNKNOWN';
  await upsertState(db, {
    tenant: actor.tenant,
    venue,
    asset,
    state: state.kind,
    known_state: state.kind === 'UNKNOWN' ? (earlier?.known_state ?? null) : state.kind,
    level: isKnown ? state.level.toString() : null,
    reason,
    at: clock.now(),
  }).execute();
}
