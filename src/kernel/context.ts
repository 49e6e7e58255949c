import type { Clock } from './time.ts';

/** Who acts. A person at the command line and the system's own jobs are actors too. */
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
}

/** What every verb is given: who asks, when, and the handle through which it reads. */
export interface Context<Db> {
  readonly actor: Actor;
  readonly clock: Clock;
  readonly db: Db;
  readonly traceId: string;
  /** The trace id that the caller sent. */
  readonly callerTraceId?: string | undefined;
  /** Aborted when the caller has gone away or the time limit has passed. */
  readonly signal: AbortSignal;
}
