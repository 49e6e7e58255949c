import { Problem, type Actor, type Decimal } from '../../../kernel/index.ts';
import type { Circumstances } from '../../../platform/commands/index.ts';
import type { ListedVenue } from '../../directory.ts';
import { unknown, type WithdrawalApi } from '../../venues/index.ts';
import { attempting } from '../sending/attempt.ts';
import { cancel } from '../cancel.ts';
import { conclude } from '../sending/conclude.ts';
import { settle } from '../sending/poll.ts';
import { toRequest } from '../sending/request.ts';
import type { AttemptRow } from '../sending/store.ts';
import type { WithdrawalRow } from '../store.ts';
import { isFunding, type Support, type Timing } from '../sending/submission.ts';
import { interpret } from '../sending/poll.ts';
import { ImaginedVenue } from './imagined-venue.ts';
import { World } from './world.ts';

const TIMING: Timing = { callTimeoutMs: 1_000, marginMs: 200 };
/** The protocol holds without leases too: here, several work at the same withdrawal at once. */
const UNFENCED = { fence: async () => {} };
const WITHDRAWALS = 4;
const TROUBLED_MS = 20_000;
const ACTOR: Actor = { kind: 'system', id: 'simulation', tenant: 'acme', scopes: new Set() };

/** What is stored of one withdrawal. */
interface Kept {
  row: WithdrawalRow;
  attempts: AttemptRow[];
}

export interface Ending {
  readonly kept: readonly Kept[];
  readonly transfers: ImaginedVenue['transfers'];
  /** To the wallet that pays, and what it holds at the end. */
  readonly moved: Decimal;
  readonly paying: Decimal;
}

/**
 * Runs the decisions of the submission protocol, those that the commands take, against a venue, a network, workers
 * and a clock that misbehave as the seed says: processes die at any point, stall, and work at the same thing at once.
 */
export function simulate(
  seed: number,
  support: Support,
  wallet?: Support,
  withdrawals = WITHDRAWALS,
): Ending {
  const world = new World(seed);
  const { random } = world;
  const trouble = random.next() * 0.4;
  const venue = new ImaginedVenue(world, support, wallet, { trouble, marginMs: TIMING.marginMs });
  const listed = listedAs(support, wallet);
  let crashes = trouble / 2;
  const kept = Array.from({ length: withdrawals }, (_, index) => ({
    row: aRow(index, world.now),
    attempts: [] as AttemptRow[],
  }));

  const circumstances = (): Circumstances => ({ actor: ACTOR, now: world.now, id: 'id', newId: () => 'id' });
  const survives = (): boolean => !random.strikes(crashes);

  /** Decides as the command runner does, in one transaction; undefined if refused. */
  function decide<Input, State, Change>(
    command: {
      decide(state: State, input: Input, circumstances: Circumstances): { readonly change: Change };
    },
    state: State,
    input: Input,
  ): Change | undefined {
    try {
      return command.decide(state, input, circumstances()).change;
    } catch (error) {
      if (error instanceof Problem && error.code === 'invalid_transition') return undefined;
      throw error;
    }
  }

  function submit(one: Kept): void {
    const begun = decide(attempting(listed, TIMING, UNFENCED), copyOf(one), { id: one.row.id });
    if (!begun) return;
    one.row = begun.change.after;
    const { attempt } = begun;
    if (!attempt) return;
    one.attempts.push(attempt);
    if (!survives()) return;
    const row = one.row;
    world.after(random.strikes(trouble) ? random.below(5_000) : 0, () => {
      const answer = (outcome: Parameters<typeof conclude.decide>[1]['outcome']): void => {
        if (survives()) finish(one, attempt.number, outcome);
      };
      const { kind, deadline } = attempt;
      if (kind === 'find') venue.find(row.id, deadline, answer);
      else if (kind === 'fund') venue.fund(toRequest(row), deadline, answer);
      else if (kind === 'findFunding') venue.findFunding(toRequest(row), deadline, answer);
      else venue.submit(toRequest(row), deadline, answer);
    });
  }

  function finish(
    one: Kept,
    number: number,
    outcome: Parameters<typeof conclude.decide>[1]['outcome'],
  ): void {
    const isForWallet = one.attempts.some((attempt) => attempt.number === number && isFunding(attempt));
    const input = {
      id: one.row.id,
      number,
      outcome,
      support: (isForWallet && wallet) || support,
      marginMs: TIMING.marginMs,
    };
    const concluded = decide(conclude, copyOf(one), input);
    if (!concluded) return;
    one.row = concluded.change.after;
    one.attempts = one.attempts.map((attempt) => ({
      ...attempt,
      ...(attempt.number === number && concluded.end),
      ...(concluded.absent.includes(attempt.number) && { outcome: 'absent' as const }),
    }));
  }

  function poll(one: Kept): void {
    const deadline = new Date(world.nowMs + TIMING.callTimeoutMs);
    venue.status(one.row.venue_transfer_id ?? '', deadline, (outcome) => {
      if (!survives()) return;
      const settled = decide(settle, { ...one.row }, { id: one.row.id, ...interpret(outcome) });
      if (settled) one.row = settled.after;
    });
  }

  /** Several workers look for due work and may choose the same. */
  function work(): void {
    for (const one of kept) {
      const isDue = one.row.due_at !== null && one.row.due_at <= world.now;
      if (isDue && random.strikes(0.7)) (one.row.status === 'SUBMITTED' ? poll : submit)(one);
    }
    const isIdle = kept.every(({ row }) => row.due_at === null);
    world.after(random.below(isIdle ? 20_000 : 500), work);
  }

  for (let worker = 0; worker < 3; worker++) world.after(random.below(1_000), work);
  for (const one of kept) {
    if (!random.strikes(0.2)) continue;
    world.after(random.below(3_000), () => {
      const cancelled = decide(cancel, copyOf(one), { id: one.row.id });
      if (cancelled) one.row = cancelled.after;
    });
  }
  world.runUntil(world.nowMs + TROUBLED_MS);
  venue.trouble = crashes = 0;
  for (let rounds = 0; rounds < 20 && kept.some(({ row }) => row.due_at !== null); rounds++) {
    world.runUntil(world.nowMs + 60_000);
  }
  return { kept, transfers: venue.transfers, moved: venue.moved, paying: venue.paying };
}

/** A transaction sees what is committed, not what others change meanwhile. */
const copyOf = ({ row, attempts }: Kept) => ({
  recipient: undefined,
  hold: undefined,
  isRestored: false,
  reserved: '0',
  row: { ...row },
  attempts: attempts.map((attempt) => ({ ...attempt })),
});

const never = () => Promise.resolve(unknown('It is not called.'));

function listedAs(
  { canFind, isIdempotent, honoursDeadline }: Support,
  wallet: Support | undefined,
): ListedVenue {
  const withdrawals: WithdrawalApi = {
    isIdempotent,
    honoursDeadline,
    submit: never,
    status: never,
    ...(canFind && { find: never }),
    ...(wallet && {
      payingWallet: {
        honoursDeadline: wallet.honoursDeadline,
        fund: never,
        ...(wallet.canFind && { find: never }),
      },
    }),
  };
  return {
    description: { name: 'Imagined', accounts: [], symbols: [], assets: [] },
    withdrawals: 'live',
    venue: { code: 'imagined', describe: never, withdrawals, close: () => Promise.resolve() },
  };
}

function aRow(index: number, now: Date): WithdrawalRow {
  return {
    id: `w${index}`,
    tenant: 'acme',
    venue: 'imagined',
    asset: 'BTC',
    amount: '1.50',
    destination: { kind: 'blockchain', network: 'BITCOIN', address: 'a', tag: null, alias: null },
    reference: `r${index}`,
    status: 'PENDING',
    venue_transfer_id: null,
    receipt: null,
    fee: null,
    charged_fee: null,
    received_amount: null,
    internal_transfer_id: null,
    failure_message: null,
    requested_by: 'desk',
    approvals_required: 0,
    approvers: null,
    decision: null,
    to_venue: null,
    screening: null,
    recipient_id: null,
    recipient_hash: null,
    proposal_id: null,
    finding: null,
    due_at: now,
    waiting_reason: null,
    sent_at: null,
    created_at: now,
    updated_at: now,
  };
}
