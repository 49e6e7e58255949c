import type { Clock } from './time.ts';

/** Who performs an operation, including a person at the command line and the system's own jobs. */
export interface Actor {
  readonly kind: 'client' | 'person' | 'operator' | 'system' | 'anonymous';
  /**
   * The one identity of a person or program: the name of a credential (unique among clients and people), `issuer#subject`
   * of an external issuer, the operating-system user, or the name of a job.
   */
  readonly id: string;
  readonly tenant: string;
  readonly scopes: ReadonlySet<string>;
  /** The partner whose rows this actor may see; only for the partner service. */
  readonly partnerUid?: string | undefined;
  /** The person who answers for a client. */
  readonly owner?: string | undefined;
  /** The session of a person who signed in with a browser. */
  readonly session?: Session | undefined;
}

interface Session {
  readonly id: string;
  readonly credentialId: string;
}

/** The `Idempotency-Key` of a request, by which a repeat of it is recognised. */
export interface RequestKey {
  readonly key: string;
  /** Of all that makes the request what it is. */
  readonly contentHash: Buffer;
  /** How many commands the request has run. A repeat runs the same ones in the same order. */
  steps: number;
}

/** The context of every operation: its actor, clock and database. */
export interface Context<Db> {
  readonly actor: Actor;
  readonly clock: Clock;
  readonly db: Db;
  /** The service that was called; none at the command line. */
  readonly service?: string | undefined;
  readonly traceId: string;
  /** The trace id that the caller sent. */
  readonly callerTraceId?: string | undefined;
  /** The id of a proof: what the person has confirmed with a second factor. */
  readonly proof?: string | undefined;
  /** Only of requests to operations that take one. */
  readonly requestKey?: RequestKey | undefined;
  /**
   * Whether what the commands of the request return is kept, if it has a key, to answer repeats of it. What belongs to a
   * secret is not: the secret cannot be shown again.
   */
  readonly keepsResults?: boolean | undefined;
  /** Called when the answer to the first request with the same key is used again. */
  readonly noteReplay?: (() => void) | undefined;
  /** Aborted when the caller has left or the time limit has passed. */
  readonly signal: AbortSignal;
}
