import { Decimal, Problem, type Actor, type Context } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { createConversion } from '../conversions/index.ts';
import { createTransfer } from '../transfers/index.ts';
import type { creationAt } from '../withdrawals/index.ts';
import { findObstacle, type Option } from './decide.ts';
import { toOption, type Markets } from './options.ts';
import type { Proposal, Settings } from './schema.ts';
import { lockManaged, selectBalances } from './store.ts';
import {
  deleteClaim,
  insertClaim,
  lockProposal,
  selectProposal,
  updateProposal,
  type ShownProposal,
} from './proposals/index.ts';
import { toProposal } from './view.ts';
import { placesOf, readKnown, readPlaces, type Faults } from './world/index.ts';

export interface Tools extends Markets {
  readonly creation: ReturnType<typeof creationAt>;
}

interface ConfirmInput {
  readonly id: string;
}

/**
 * Carries out a proposal: first it is claimed, which counts it toward the daily cap, then the ordinary command of a transfer or
 * a conversion runs with the caller as its requester. Its reference is that of the proposal, and the claim is the parent of
 * what is made, so that a proposal becomes one thing at most, however often and wherever it is confirmed.
 */
export async function confirmProposal(
  context: Context<Db>,
  tools: Tools,
  { id }: ConfirmInput,
): Promise<Proposal> {
  const row = await find(context, id);
  checkScope(context.actor, row);
  if (isMade(row)) return toProposal(row);
  if (row.status === 'OPEN') await claimNow(context, tools, row);
  else if (row.status !== 'CONFIRMED') throw notOpen(row);
  try {
    await carryOut(context, tools, row);
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) throw error;
    await release(context, { id, refusal: problem.message });
    const now = await find(context, id);
    // Another call was faster.
    if (isMade(now)) return toProposal(now);
    throw problem;
  }
  const made = await find(context, id);
  if (isMade(made)) return toProposal(made);
  const refusal = `The reference ${referenceOf(id)} belongs to something else.`;
  await release(context, { id, refusal });
  throw new Problem('reference_reused', refusal);
}

async function find({ actor, db }: Context<Db>, id: string): Promise<ShownProposal> {
  const row = await selectProposal(db, actor.tenant, id).executeTakeFirst();
  if (!row) throw new Problem('not_found', 'There is no such proposal.');
  return row;
}

const isMade = ({ transfer_id, conversion_id }: ShownProposal): boolean =>
  transfer_id !== null || conversion_id !== null;

const notOpen = ({ status }: Pick<ShownProposal, 'status'>): Problem =>
  new Problem('invalid_transition', `The proposal is ${status}; only an OPEN one can be confirmed.`);

function checkScope({ kind, scopes }: Actor, row: ShownProposal): void {
  const scope = row.kind === 'TRANSFER' ? 'venue-transfer:edit' : 'conversions:edit';
  if (kind === 'system' || scopes.has(scope)) return;
  throw new Problem('forbidden', `This proposal needs the scope ${scope}.`);
}

/** A refusal that is certain. What has no answer stays claimed, and is tried again when somebody confirms it again. */
function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error.status < 500 || error.code === 'unavailable' ? error : undefined;
  const isGivenUp = (error as { code?: unknown }).code === '23503';
  return isGivenUp ? new Problem('conflict', 'The confirmation was given up meanwhile.') : undefined;
}

/** Reads the venues again and claims the proposal if all bounds still hold. */
async function claimNow(context: Context<Db>, tools: Tools, row: ShownProposal): Promise<void> {
  const { venue, asset, direction } = row;
  const here = { venue, asset };
  const settings = await settingsOf(context, here);
  const source = settings?.sources[row.source - 1];
  if (!settings || !source) throw new Problem('invalid_transition', 'The settings were changed.');
  const faults = await readPlaces(context, tools.directory, placesOf(here, settings));
  const amount = Decimal.parse(row.amount);
  const way = { source, number: row.source };
  const option = await toOption(context, tools, here, way, { direction, amount });
  await run(context, claim, { id: row.id, faults, option });
}

async function settingsOf(
  { actor, db }: Context<Db>,
  here: { readonly venue: string; readonly asset: string },
): Promise<Settings | undefined> {
  const rows = await selectBalances(db, actor.tenant).execute();
  return rows.find((row) => row.venue === here.venue && row.asset === here.asset)?.settings ?? undefined;
}

interface ClaimInput extends ConfirmInput {
  readonly faults: Faults;
  readonly option: Option;
}

const claim = command({
  name: 'balance-proposal.confirm',
  scope: 'venue-transfer:edit',
  async lock(tx, { id, faults }: ClaimInput, { actor, clock }) {
    await lockManaged(tx, actor.tenant).execute();
    const row = await lockProposal(tx, actor.tenant, id).executeTakeFirst();
    if (!row) return undefined;
    const reading = { tenant: actor.tenant, now: clock.now(), faults };
    return { row, known: await readKnown(tx, reading, { withOpen: false, except: id }) };
  },
  decide({ row, known }, { id, option }, { actor, now }) {
    if (row.status !== 'OPEN') throw notOpen(row);
    if (row.expires_at <= now) throw new Problem('invalid_transition', 'The proposal has expired.');
    const place = { venue: row.venue, asset: row.asset };
    const settings = known.balances.find(
      (each) => each.venue === row.venue && each.asset === row.asset,
    )?.settings;
    if (!settings) throw new Problem('invalid_transition', 'The settings were changed.');
    const balance = {
      place,
      minimum: Decimal.parse(settings.minimum),
      target: Decimal.parse(settings.target),
      maximum: Decimal.parse(settings.maximum),
      room: known.roomOf(place, settings.dailyCap),
    };
    const amount = Decimal.parse(row.amount);
    const obstacle = findObstacle(balance, { option, direction: row.direction, amount }, known.world);
    if (obstacle !== undefined) {
      throw new Problem('unprocessable', `It cannot be carried out now: ${obstacle}`);
    }
    const { tenant } = actor;
    const confirmed = {
      status: 'CONFIRMED',
      refusal: null,
      confirmed_by: actor.id,
      confirmed_at: now,
    } as const;
    return {
      change: {
        claimed: { proposal_id: id, tenant, ...place, amount: row.amount, made_at: now },
        confirmed: { ...confirmed, updated_at: now },
      },
      audit: { subject: id, details: { ...toProposal(row), status: 'CONFIRMED' } },
    };
  },
  async write(tx, { claimed, confirmed }) {
    await insertClaim(tx, claimed).execute();
    return updateProposal(tx, claimed.tenant, claimed.proposal_id, 'OPEN', confirmed).executeTakeFirst();
  },
});

/** What the proposal becomes has this reference. */
const referenceOf = (id: string): string => `managed-${id}`;

async function carryOut(context: Context<Db>, tools: Tools, row: ShownProposal): Promise<void> {
  const { id, direction, amount } = row;
  const reference = referenceOf(id);
  if (row.kind === 'TRANSFER') {
    const body = {
      reference,
      fromVenue: row.from_venue,
      toVenue: row.to_venue,
      asset: { code: row.asset },
      amount: Decimal.parse(amount).trim().toString(),
      network: row.network ?? '',
    };
    const managed = { proposalId: id, isAlone: context.actor.kind === 'system' };
    await createTransfer(context, tools, { body, dryRun: false, managed });
    return;
  }
  const exact = Decimal.parse(amount).trim().toString();
  const body = {
    reference,
    from: { asset: row.from_asset, ...(direction === 'OUT' && { amount: exact }) },
    to: { asset: row.to_asset, ...(direction === 'IN' && { amount: exact }) },
    ...(direction === 'IN' && { maxGiven: Decimal.parse(row.gives).trim().toString() }),
    ...(row.max_slippage_bps !== null && { maxSlippageBps: row.max_slippage_bps }),
    venues: [row.venue],
  };
  await createConversion(context, tools.access, tools.bounds, { body, dryRun: false, proposalId: id });
}

interface ReleaseInput extends ConfirmInput {
  readonly refusal: string;
}

/** Opens a confirmed proposal again that has certainly become nothing, and never can by that confirmation. */
export async function release(context: Context<Db>, input: ReleaseInput): Promise<void> {
  // What has become a transfer or a conversion meanwhile stays confirmed.
  await run(context, releasing, input).catch((error: unknown) => {
    const { code } = error as { code?: unknown };
    if (code !== '23503' && code !== 'invalid_transition') throw error;
  });
}

const releasing = command({
  name: 'balance-proposal.release',
  scope: 'venue-transfer:edit',
  lock: (tx, { id }: ReleaseInput, { actor }) => lockProposal(tx, actor.tenant, id).executeTakeFirst(),
  decide(row: ShownProposal, { id, refusal }, { actor, now }) {
    if (row.status !== 'CONFIRMED' || isMade(row)) throw notOpen(row);
    const opened = {
      status: 'OPEN',
      refusal,
      confirmed_by: null,
      confirmed_at: null,
      updated_at: now,
    } as const;
    return { change: { tenant: actor.tenant, id, opened }, audit: { subject: id, details: { refusal } } };
  },
  async write(tx, { tenant, id, opened }) {
    await deleteClaim(tx, id).execute();
    return updateProposal(tx, tenant, id, 'CONFIRMED', opened).executeTakeFirst();
  },
});

/** Ends an open proposal that a person does not want. */
export async function dismissProposal(context: Context<Db>, { id }: ConfirmInput): Promise<Proposal> {
  await run(context, dismiss, { id });
  return toProposal(await find(context, id));
}

const dismiss = command({
  name: 'balance-proposal.dismiss',
  scope: 'venue-transfer:edit',
  lock: (tx, { id }: ConfirmInput, { actor }) => lockProposal(tx, actor.tenant, id).executeTakeFirst(),
  decide(row: ShownProposal, { id }, { actor, now }) {
    if (row.status !== 'OPEN') {
      throw new Problem(
        'invalid_transition',
        `The proposal is ${row.status}; only an OPEN one can be dismissed.`,
      );
    }
    const change = { status: 'DISMISSED', ended_by: actor.id, updated_at: now } as const;
    return {
      change: { tenant: actor.tenant, id, change },
      audit: { subject: id, details: { venue: row.venue, asset: row.asset } },
    };
  },
  write: (tx, { tenant, id, change }) => updateProposal(tx, tenant, id, 'OPEN', change).executeTakeFirst(),
});
