import type { OperationNodeSource } from 'kysely';
import type { Actor, Context, RequestKey } from '../../kernel/index.ts';
import type { JsonObject } from '../audit/index.ts';
import type { Event } from '../events/index.ts';
import type { Claim } from '../idempotency/index.ts';
import type { JobRequest } from '../jobs/index.ts';
import type { Db, Tx } from '../postgres/index.ts';
import type { TraceOrigin } from '../telemetry/index.ts';

/** What a decision needs besides the state and the input. Passing it in keeps the decision a pure function. */
export interface Circumstances {
  readonly actor: Actor;
  readonly now: Date;
  /** The id of what the command creates. The idempotency key refers to it. */
  readonly id: string;
  /** For anything else that the command creates. */
  readonly newId: () => string;
}

/** What to write in one transaction. */
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
  /** The scope an actor needs. System jobs need none. */
  readonly scope: string;
  /** A repeated call returns what the first one created. */
  readonly idempotency?: {
    /** Unique within tenant and command; undefined if this call has none. */
    key(input: Input): string | undefined;
    /** What makes two calls the same, where that is not the whole input. */
    content?(input: Input): unknown;
    /** The current state of what the first call created; undefined if it was deleted. */
    find(db: Db, subject: string, context: Context<Db>): Promise<Result | undefined>;
  };
  /** Throws a Problem to refuse. */
  decide(state: State, input: Input, circumstances: Circumstances): Decision<Change>;
}

/**
 * One kind of write: `lock`, `decide` and `write` run in one transaction, which is retried after a deadlock. `write`
 * returns undefined if the state is no longer the one that was decided on.
 */
export type SingleCommand<I, S, C, R> = CommandBase<I, S, C, R> & {
  readonly batch?: undefined;
  /** Reads, under `FOR UPDATE` and within the tenant, what the decision needs; undefined means not found. */
  lock?(tx: Tx, input: I, context: Context<Db>): Promise<S | undefined>;
  /**
   * What a person must confirm with a second factor: everything that makes the step what it is. Undefined if this one
   * needs no confirmation. A person whose token cannot prove it is refused, and so is a client that a person owns.
   */
  approves?(state: S, input: I): JsonObject | undefined;
  /**
   * Where the request can have an `Idempotency-Key`, the result is the answer as the API shows it, which is kept as JSON.
   * What JSON would change fails the command, whether there is a key or not.
   */
  write(tx: Tx, change: C, context: Context<Db>): Promise<R | undefined>;
};

/**
 * A command that creates something. Calls of a tenant that arrive while others are being written form a batch and
 * share one transaction, which is a single statement unless decisions need locks. Each has the result it would have had
 * alone, right after those before it.
 */
export type BatchCommand<I, S, C, R> = CommandBase<I, S, C, R> & {
  readonly batch: {
    /** Reads what the decisions need, outside the transaction. */
    prepare(inputs: readonly I[], context: Context<Db>): Promise<Prepared<S>>;
    /** The state for the next call of the batch. */
    after(state: S, change: C): S;
    /** The statements that write the changes, which run as one. */
    insert(db: Db, changes: readonly C[]): OperationNodeSource | readonly OperationNodeSource[];
    resultOf(change: C): R;
  };
};

/** The state, or how to read it under locks held until the commit. */
export type Prepared<State> = { readonly state: State } | { lock(tx: Tx): Promise<State> };

export type Command<I, S, C, R> = SingleCommand<I, S, C, R> | BatchCommand<I, S, C, R>;

/** One use of a command. */
export interface Call<I, S, C, R> {
  readonly context: Context<Db>;
  readonly command: Command<I, S, C, R>;
  readonly input: I;
  readonly origin: TraceOrigin;
  readonly circumstances: Circumstances;
  /** By which a repeat of it is recognised, if it has a key. */
  readonly claim: Claim | undefined;
  /** The key of its request, if that is its key. */
  readonly requestKey: RequestKey | undefined;
  /** Whether a repeat of its request is answered with its result. */
  readonly keepsResult: boolean;
}

/** `withdrawal` of `withdrawal.create` */
export function nounOf(name: string): string {
  return name.slice(0, name.indexOf('.'));
}

/** Without `lock`, the state of a command is undefined. */
export function command<I, C, R, S = undefined>(
  definition: SingleCommand<I, S, C, R>,
): SingleCommand<I, S, C, R> {
  return definition;
}

export function batchCommand<I, S, C, R>(definition: BatchCommand<I, S, C, R>): BatchCommand<I, S, C, R> {
  return definition;
}
