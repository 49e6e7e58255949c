import { isDeepStrictEqual } from 'node:util';
import { later, Problem, type Context, type Decimal } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import { event } from '../../platform/events/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { selectCurrentAddress } from '../deposit-addresses/index.ts';
import { foreseeVerdict, type Rates } from '../withdrawals/index.ts';
import type { Place, Proposed } from './decide.ts';
import { balanceLow } from './events.ts';
import type { Settings, Source } from './schema.ts';
import { proposalOccasions } from './notices.ts';
import { lockManaged, selectBalances } from './store.ts';
import {
  insertProposal,
  lockProposal,
  selectExpectedSeconds,
  selectProposal,
  updateProposal,
  type ProposalRow,
  type ShownProposal,
} from './proposals/index.ts';
import { subjectOf } from './subject.ts';

/** How long a proposal can be confirmed, and how long nothing is proposed after one was dismissed. */
const LIFETIME_MS = 4 * 3_600_000;

type Draft = Omit<
  ProposalRow,
  | 'id'
  | 'tenant'
  | 'status'
  | 'refusal'
  | 'confirmed_by'
  | 'confirmed_at'
  | 'ended_by'
  | 'expires_at'
  | 'created_at'
  | 'updated_at'
>;

/** Describes what a person is asked to confirm: with its fees, its time and what the policy says. */
export async function draft(
  context: Context<Db>,
  rates: Rates,
  here: Place,
  source: Source,
  {
    proposed,
    reason,
    isAlone,
  }: { readonly proposed: Proposed; readonly reason: string; readonly isAlone: boolean },
): Promise<Draft> {
  const { option, direction, amount } = proposed;
  const [from, to] = direction === 'IN' ? [option.place, here] : [here, option.place];
  const other = amount.times(option.price).trim();
  const isTransfer = source.kind === 'TRANSFER';
  const network = source.network ?? null;
  const isIn = direction === 'IN';
  const gives = isTransfer ? amount.plus(option.fee) : isIn ? other : amount;
  const gets = isTransfer || isIn ? amount : other;
  const { tenant } = context.actor;
  const sent = { venue: from.venue, asset: from.asset, network: network ?? '', amount };
  return {
    ...here,
    kind: source.kind,
    direction,
    from_venue: from.venue,
    to_venue: to.venue,
    from_asset: from.asset,
    to_asset: to.asset,
    network,
    amount: amount.toString(),
    gives: gives.trim().toString(),
    gets: gets.trim().toString(),
    source: option.number,
    max_slippage_bps: source.maxSlippageBps ?? null,
    fees: isTransfer ? [{ asset: from.asset, amount: option.fee.trim().toString() }] : [],
    expected_seconds: isTransfer
      ? ((
          await selectExpectedSeconds(context.db, tenant, from.venue, to.venue, from.asset).executeTakeFirst()
        )?.median ?? null)
      : null,
    policy: isTransfer ? await policyOf(context, rates, sent, to, isAlone) : null,
    reason,
  };
}

const VERDICTS = { allow: 'ALLOW', approve: 'REQUIRE_APPROVALS', refuse: 'REFUSE' } as const;

async function policyOf(
  context: Context<Db>,
  rates: Rates,
  { venue, asset, network, amount }: { venue: string; asset: string; network: string; amount: Decimal },
  to: Place,
  isAlone: boolean,
): Promise<ProposalRow['policy']> {
  const { tenant } = context.actor;
  // An address that was not asked for yet is a new destination.
  const known = await selectCurrentAddress(context.db, { tenant, ...to, network }).executeTakeFirst();
  const { address = '', tag = '' } = known ?? {};
  const blockchainDestination = { network, address, ...(tag !== '' && { tag }) };
  const body = { venue, asset: { code: asset }, amount: amount.toString(), blockchainDestination };
  const verdict = await foreseeVerdict(context, rates, body, isAlone ? 'MANAGED_BALANCE' : undefined);
  return { verdict: VERDICTS[verdict.kind], sentence: verdict.explanation };
}

interface CreateInput {
  readonly draft: Draft;
  /** Those that the proposal follows from. */
  readonly settings: Settings;
}

/** Refuses a proposal of settings that are in force no more: people may have changed them while the venues were read. */
export async function createProposal(
  context: Context<Db>,
  input: CreateInput,
): Promise<ShownProposal | undefined> {
  const { result: id } = await run(context, create, input);
  return selectProposal(context.db, context.actor.tenant, id).executeTakeFirst();
}

const create = command({
  name: 'balance-proposal.create',
  scope: 'admin',
  async lock(tx, { draft: { venue, asset } }: CreateInput, { actor: { tenant } }) {
    await lockManaged(tx, tenant).execute();
    const rows = await selectBalances(tx, tenant).execute();
    return { inForce: rows.find((row) => row.venue === venue && row.asset === asset)?.settings };
  },
  decide({ inForce }: { readonly inForce: Settings | null | undefined }, input, { id, actor, now }) {
    if (!isDeepStrictEqual(inForce, input.settings)) {
      throw new Problem('invalid_transition', 'The settings were changed.');
    }
    const row: ProposalRow = {
      ...input.draft,
      id,
      tenant: actor.tenant,
      status: 'OPEN',
      refusal: null,
      confirmed_by: null,
      confirmed_at: null,
      ended_by: null,
      expires_at: later(now, LIFETIME_MS),
      created_at: now,
      updated_at: now,
    };
    return {
      change: row,
      audit: { subject: id, details: { ...input.draft } },
      jobs: proposalOccasions(id, row.expires_at),
    };
  },
  write: async (tx, row) => (await insertProposal(tx, row).executeTakeFirst())?.id,
});

interface EndInput {
  readonly id: string;
  readonly to: 'EXPIRED' | 'OBSOLETE';
}

/** Ends an open proposal that nobody needs any more. */
export async function endProposal(context: Context<Db>, input: EndInput): Promise<void> {
  await run(context, end, input);
}

const end = command({
  name: 'balance-proposal.end',
  scope: 'admin',
  lock: (tx, { id }: EndInput, { actor }) => lockProposal(tx, actor.tenant, id).executeTakeFirst(),
  decide: (row: ShownProposal, { id, to }, { actor, now }) => ({
    change: { tenant: actor.tenant, id, change: { status: to, updated_at: now } as const },
    audit: { subject: id, details: { venue: row.venue, asset: row.asset, to } },
  }),
  write: (tx, { tenant, id, change }) => updateProposal(tx, tenant, id, 'OPEN', change).executeTakeFirst(),
});

interface LowInput {
  readonly place: Place;
  readonly level: string;
  readonly minimum: Settings['minimum'];
}

/** Tells that a balance has become low. */
export async function reportLow(context: Context<Db>, input: LowInput): Promise<void> {
  await run(context, low, input);
}

const low = command({
  name: 'managed-balance.low',
  scope: 'admin',
  decide(_nothing: undefined, { place: { venue, asset }, level, minimum }: LowInput) {
    const details = { venue, asset: { code: asset }, level, minimum };
    return {
      change: true,
      audit: { subject: subjectOf({ venue, asset }), details },
      events: [event(balanceLow, details)],
    };
  },
  write: async () => true,
});
