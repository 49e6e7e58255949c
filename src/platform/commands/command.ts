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

/**
 * One kind of write. Its parts run in the order of their declaration, inside one transaction that may be
 * tried again after a deadlock: only `lock`, `write` and `find` touch the database, and `decide` is pure.
 */
export interface Command<Input, State, Change, Result> {
  /** `noun.verb`, in the audit log the action; the noun is the kind of its subject. */
  readonly name: `${string}.${string}`;
  /** The scope an actor needs; the system's own jobs may do everything. */
  readonly scope: string;
  /** Makes a repeated call answer with what the first one did instead of doing it again. */
  readonly idempotency?: {
    /** Unique within tenant and command; undefined when this call has none. */
    key(input: Input): string | undefined;
    /** The subject as it is now, to answer a repeated call; undefined when it is gone. */
    find(tx: Tx, subject: string, context: Context<Db>): Promise<Result | undefined>;
  };
  /** Reads, under `FOR UPDATE` and within the tenant, what the decision needs; undefined means not found. */
  lock?(tx: Tx, input: Input, context: Context<Db>): Promise<State | undefined>;
  /** Throws a Problem to refuse. */
  decide(state: State, input: Input, facts: Facts): Decision<Change>;
  /** Writes the change if the state still is what was decided upon; undefined means it is not. */
  write(tx: Tx, change: Change, context: Context<Db>): Promise<Result | undefined>;
}

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
