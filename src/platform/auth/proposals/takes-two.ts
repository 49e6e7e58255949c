import { Problem, later, type Context } from '../../../kernel/index.ts';
import type { JsonObject } from '../../audit/index.ts';
import {
  command,
  refuseUnknown,
  run,
  type Decision,
  type Circumstances,
  type SingleCommand,
} from '../../commands/index.ts';
import { requireMatch } from '../../http/index.ts';
import type { Db, Tx } from '../../postgres/index.ts';
import { insertCountsAs } from '../accountable/index.ts';
import { servicesOf, type ServiceName } from '../scopes.ts';
import { accessOccasion } from './notices.ts';
import { toProposal, type AccessProposal } from './schema.ts';
import { insertProposal, selectWaiting, type AccessProposalRow } from './store.ts';

/** How an admin acts through a service. */
export interface Admin {
  readonly service: ServiceName;
  /** How long an account counts as the admin who created, reset, rotated or empowered it. */
  readonly countsForMs: number;
}

export type Outcome<Result> = { readonly done: Result } | { readonly proposal: AccessProposal };

interface Account {
  /** The name of the credential. */
  readonly name: string;
  readonly tenant: string;
}

interface Step<Input, State, Change, Result> {
  readonly command: SingleCommand<Input, State, Change, Result>;
  readonly accountOf: (state: State, input: Input) => Account;
  /** Of what is changed, where others can change it, too. */
  readonly etagOf?: (state: State) => string;
  /** The powers of the account that somebody gets who did not have them. */
  readonly gives: (state: State, input: Input) => readonly string[];
  /** What the admin is shown, and could use in place of the person or program. */
  readonly shows?: 'link' | 'secret' | undefined;
}

/** A change of who may do what. It takes two admins if it gives somebody a power. */
export interface TwoAdmins<Input, Result> {
  readonly action: string;
  /** Makes the change, or proposes it to a second admin. */
  readonly perform: (
    context: Context<Db>,
    input: Input,
    admin: Admin,
    ifMatch?: string,
  ) => Promise<Outcome<Result>>;
  /** Makes the change at the command line of the server, and announces it to the admins if it gives a power. */
  readonly performHere: (context: Context<Db>, input: Input) => Promise<Result>;
  readonly proposed: Proposed;
}

/** The change itself, with the input of a proposal. */
export interface Proposed {
  lock(tx: Tx, input: JsonObject, context: Context<Db>): Promise<unknown>;
  decide(state: unknown, input: JsonObject, circumstances: Circumstances): Decision<unknown>;
  write(tx: Tx, change: unknown, context: Context<Db>): Promise<unknown>;
  readonly countAs: CountAs;
}

/** A proposal, a change that is made at once, or at the command line both. */
interface Written<Change> {
  readonly proposal?: AccessProposalRow;
  readonly done?: {
    readonly made: Change;
    readonly account: string;
    readonly admin: Admin | undefined;
    readonly now: Date;
  };
}

interface Asked<Input> {
  readonly input: Input;
  /** None at the command line. */
  readonly admin?: Admin;
  readonly ifMatch?: string | undefined;
}

type CountAs = (tx: Tx, account: string, person: string, from: { now: Date; ms: number }) => Promise<void>;

export function takesTwo<Input extends object, State, Change, Result>(
  step: Step<Input, State, Change, Result>,
): TwoAdmins<Input, Result> {
  const { command: change, accountOf, etagOf, gives } = step;
  const countAs = countingAs(step.shows);
  const ask = command({
    name: change.name,
    scope: change.scope,
    async lock(tx, { input }: Asked<Input>, context) {
      const state = (await change.lock?.(tx, input, context)) ?? refuseUnknown(change.name);
      const account = accountOf(state, input);
      return { state, account, waits: await selectWaiting(tx, account.name).executeTakeFirst() };
    },
    approves: ({ state }, { input }) => change.approves?.(state, input),
    decide({ state, account, waits }, { input, admin, ifMatch }, circumstances): Decision<Written<Change>> {
      // First, so that nobody learns from a tag that there is an account which they may not see.
      const decision = change.decide(state, input, circumstances);
      if (etagOf) requireMatch(ifMatch, etagOf(state));
      const powers = [...gives(state, input)];
      const done = { made: decision.change, account: account.name, admin, now: circumstances.now };
      if (powers.length === 0) return { ...decision, change: { done } };
      if (admin && waits) {
        throw new Problem(
          'conflict',
          `Another change of ${account.name}, proposed by ${waits.proposed_by}, waits for a second admin. ` +
            'Confirm, withdraw or refuse it first.',
        );
      }
      const { actor, now, newId } = circumstances;
      const proposal: AccessProposalRow = {
        id: newId(),
        tenant: account.tenant,
        services: admin ? [admin.service] : servicesOf(powers),
        action: change.name,
        account: account.name,
        details: decision.audit.details,
        powers,
        proposed_by: actor.id,
        proposed_at: now,
        ...(admin
          ? { status: 'PROPOSED', input: input as JsonObject, ended_by: null, ended_at: null }
          : { status: 'ANNOUNCED', input: {}, ended_by: actor.id, ended_at: now }),
      };
      const { subject, details } = decision.audit;
      const audit = { subject, details: { ...details, proposal: proposal.id } };
      if (!admin) return { ...decision, change: { proposal, done }, audit };
      return { change: { proposal }, audit, jobs: [accessOccasion(proposal.id, admin.service)] };
    },
    async write(tx, { proposal, done }, context): Promise<Outcome<Result> | undefined> {
      const stored = proposal && (await insertProposal(tx, proposal).executeTakeFirst());
      if (proposal && !stored) return undefined;
      if (!done) return stored && { proposal: toProposal(stored, true) };
      const { made, account, admin, now } = done;
      const result = await change.write(tx, made, context);
      // It gives no power, so only who could use the account in place of its owner matters.
      if (admin && step.shows) await countAs(tx, account, context.actor.id, { now, ms: admin.countsForMs });
      return result === undefined ? undefined : { done: result };
    },
  });

  return {
    action: change.name,
    perform: async (context, input, admin, ifMatch) =>
      (await run(context, ask, { input, admin, ifMatch })).result,
    async performHere(context, input) {
      if (context.actor.kind !== 'operator') {
        throw new Problem('forbidden', 'Only a person at the command line of the server can do this alone.');
      }
      const { result } = await run(context, ask, { input });
      if ('done' in result) return result.done;
      throw new Error(`${change.name} was not done.`);
    },
    proposed: {
      lock: async (tx, input, context) => change.lock?.(tx, input as Input, context),
      decide: (state, input, circumstances) => change.decide(state as State, input as Input, circumstances),
      write: (tx, made, context) => change.write(tx, made as Change, context),
      countAs,
    },
  };
}

/** An invitation counts until some hours after its use, anything else for some hours from now. */
const countingAs =
  (shows: 'link' | 'secret' | undefined): CountAs =>
  async (tx, account, person, { now, ms }) => {
    const until = shows === 'link' ? null : later(now, ms);
    await insertCountsAs(tx, { account, person, since: now, until }).execute();
  };
