import type { Actor, Context } from '../../kernel/index.ts';
import type { JsonObject } from '../audit/index.ts';
import type { Event } from '../events/index.ts';
import type { JobRequest } from '../jobs/index.ts';
import type { Db, Tx } from '../postgres/index.ts';

/** What a decision knows besides the state and the input; passed in, so that it stays a pure function. */
export interface Facts {
  readonly actor: Actor;
  readonly now: Date;
  /** The id for what the command creates; its idempotency key leads back to it. */
  readonly id: string;
  /** For anything else that is created along with it. */
  newId(): string;
}

/** What is to happen: all of it is written in one transaction, or nothing. */
export interface Decision<Change> {
  readonly change: Change;
  readonly audit: {
    /** The id of what the command created or changed. */
    readonly subject: string;
    readonly details: JsonObject;
  };
  readonly events?: readonly Event[];
  readonly jobs?: readonly JobRequest[];
}

interface CommandBase<Input, State, Change, Result> {
  /** `noun.verb`, the action in the audit log; the noun is the kind of its subject. */
  readonly name: `${string}.${string}`;
  /** The scope an actor needs; the system's own jobs may do everything. */
  readonly scope: string;
  /** Makes a repeated call answer with what the first one created, instead of creating another. */
  readonly idempotency?: {
    /** Unique within tenant and command; undefined when this call has none. */
    key(input: Input): string | undefined;
    /** What was created under the key, as it is now; undefined when it is gone. */
    find(db: Db, subject: string, context: Context<Db>): Promise<Result | undefined>;
  };
  /** Throws a Problem to refuse. */
  decide(state: State, input: Input, facts: Facts): Decision<Change>;
}

/**
 * One kind of write: `lock`, `decide` and `write` run in one transaction, which is retried after a deadlock. The change
 * is written on condition that the state still is what was decided upon: no result means that it is not.
 */
export interface SingleCommand<Input, State, Change, Result> extends CommandBase<
  Input,
  State,
  Change,
  Result
> {
  readonly batch?: undefined;
  /** Reads, under `FOR UPDATE` and within the tenant, what the decision needs; undefined means not found. */
  lock?(tx: Tx, input: Input, context: Context<Db>): Promise<State | undefined>;
  write(tx: Tx, change: Change, context: Context<Db>): Promise<Result | undefined>;
}

/**
 * A command that creates something. Calls of a tenant that arrive while others are being written form a batch and
 * share one transaction. Each is answered as if it had run right after those before it, and refused by itself.
 */
export interface BatchCommand<Input, State, Change, Result> extends CommandBase<
  Input,
  State,
  Change,
  Result
> {
  readonly batch: {
    /** Reads what the decisions need, outside of a transaction. */
    prepare(inputs: readonly Input[], context: Context<Db>): Promise<Prepared<State>>;
    /** The state upon which the next call is decided. */
    after(state: State, change: Change): State;
    /** Writes all changes, or fails; answers with the result of each. */
    write(tx: Tx, changes: readonly Change[]): Promise<Result[]>;
  };
}

/** The state itself, or how to read it under locks that last until everything is written. */
export type Prepared<State> = { readonly state: State } | { lock(tx: Tx): Promise<State> };

export type Command<Input, State, Change, Result> =
  | SingleCommand<Input, State, Change, Result>
  | BatchCommand<Input, State, Change, Result>;

/** One use of a command. */
export interface Call<Input, State, Change, Result> {
  readonly context: Context<Db>;
  readonly command: Command<Input, State, Change, Result>;
  readonly input: Input;
  readonly facts: Facts;
  /** The idempotency key, when this call has one. */
  readonly claim: { readonly key: string; readonly inputHash: Buffer } | undefined;
}

/** `withdrawal` of `withdrawal.create` */
export function nounOf(name: string): string {
  return name.slice(0, name.indexOf('.'));
}

/** Declares a command; without `lock` its state is undefined. */
export function command<Input, Change, Result, State = undefined>(
  definition: SingleCommand<Input, State, Change, Result>,
): SingleCommand<Input, State, Change, Result> {
  return definition;
}

export function batchCommand<Input, State, Change, Result>(
  definition: BatchCommand<Input, State, Change, Result>,
): BatchCommand<Input, State, Change, Result> {
  return definition;
}
