import type { Compilable, OperationNodeSource, RawBuilder } from 'kysely';
import type { Actor, Context } from '../../kernel/index.ts';
import type { JsonObject } from '../audit/index.ts';
import type { JobRequest } from '../jobs/index.ts';
import type { Db, Tx } from '../postgres/index.ts';

/** What a decision may know besides the state and the input; given to it, so that it stays a pure function. */
export interface Facts {
  readonly actor: Actor;
  readonly now: Date;
  /** The id for what the command makes; its idempotency key leads back to it. */
  readonly id: string;
  /** For whatever else is made along with it. */
  newId(): string;
}

/** Something that happened to the subject, for those who listen outside. */
export interface Event {
  /** `withdrawal.created` */
  readonly type: string;
  readonly payload: JsonObject;
}

/** What is to happen: all of it is written in one transaction, or nothing. */
export interface Decision<Change> {
  readonly change: Change;
  readonly audit: {
    /** The id of what the command made or changed. */
    readonly subject: string;
    readonly details: JsonObject;
  };
  readonly events?: readonly Event[];
  readonly jobs?: readonly JobRequest[];
}

/** A statement that returns the result as a row. */
export type Query<Result> = OperationNodeSource & (Compilable<Result> | RawBuilder<Result>);

interface Parts<Input, State, Change, Result> {
  /** `noun.verb`, in the audit log the action; the noun is the kind of its subject. */
  readonly name: `${string}.${string}`;
  /** The scope an actor needs; the system's own jobs may do everything. */
  readonly scope: string;
  /** Makes a repeated call answer with what the first one made, instead of making another. */
  readonly idempotency?: {
    /** Unique within tenant and command; undefined when this call has none. */
    key(input: Input): string | undefined;
    /** What was made under the key, as it is now; undefined when it is gone. */
    find(db: Db, subject: string, context: Context<Db>): Promise<Result | undefined>;
  };
  /** Reads, under `FOR UPDATE` and within the tenant, what the decision needs; undefined means not found. */
  lock?(tx: Tx, input: Input, context: Context<Db>): Promise<State | undefined>;
  /** Throws a Problem to refuse. */
  decide(state: State, input: Input, facts: Facts): Decision<Change>;
}

/**
 * One kind of write. Its parts run in the order of their declaration, in one transaction that may be tried again
 * after a deadlock; `decide` is pure. The change is written on condition that the state still is what was
 * decided upon: no row returned means that it is not.
 */
export type Command<Input, State, Change, Result> = Parts<Input, State, Change, Result> &
  (
    | {
        /** Writes the change in one statement, which the runner sends together with all that is recorded of it. */
        save(db: Db, change: Change, context: Context<Db>): Query<Result>;
        readonly write?: undefined;
      }
    | {
        /** Writes a change that takes several statements. */
        write(tx: Tx, change: Change, context: Context<Db>): Promise<Result | undefined>;
        readonly save?: undefined;
      }
  );

/** A command that makes something new, for many callers at once. */
export interface Gathered<Input, State, Change, Result> extends Omit<
  Parts<Input, State, Change, Result>,
  'lock'
> {
  readonly many: Many<Input, State, Change, Result>;
}

/**
 * How a command that makes something new is run for many callers of a tenant at once: calls that come while others
 * are being written are gathered and share one transaction. Each gets the answer it would have got after those
 * before it; a refusal is its own affair.
 */
export interface Many<Input, State, Change, Result> {
  /** Reads what the decisions need, outside of any transaction. */
  prepare(inputs: readonly Input[], context: Context<Db>): Promise<Prepared<State>>;
  /** The state upon which the next one is decided. */
  after(state: State, change: Change): State;
  /** Writes all of them in one statement, or fails. */
  save(db: Db, changes: readonly Change[]): Query<unknown>;
  result(change: Change): Result;
}

/** The state itself, or what reads it under locks that have to hold until all is written. */
export type Prepared<State> = { readonly state: State } | { lock(tx: Tx): Promise<State> };

/** `withdrawal` of `withdrawal.create` */
export function nounOf(name: string): string {
  return name.slice(0, name.indexOf('.'));
}

/** Declares a command; without `lock` its state is undefined. */
export function command<Input, Change, Result, State = undefined>(
  definition: Command<Input, State, Change, Result>,
): Command<Input, State, Change, Result> {
  return definition;
}

/** Declares a command that is run for many callers at once. */
export function gathered<Input, State, Change, Result>(
  definition: Gathered<Input, State, Change, Result>,
): Gathered<Input, State, Change, Result> {
  return definition;
}
