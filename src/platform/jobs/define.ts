import type { Static, TSchema } from 'typebox';
import { noFieldErrors, valueChecker, type Context } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';
import type { TraceOrigin } from '../telemetry/index.ts';

/** A kind of background job, declared separately from its handler, so that a decision can request it. */
export interface Job<Payload extends TSchema = TSchema> {
  /** `withdrawal.submit` */
  readonly name: string;
  readonly payload: Payload;
  /** After this many failures the job is dead until a person retries or discards it. */
  readonly maxAttempts: number;
  /** Throws if the payload is not valid. */
  check(payload: unknown): void;
}

export interface JobOptions {
  /** The earliest time to run; now by default. */
  readonly runAt?: Date;
  /** At most one waiting job has this key: a later request replaces it. */
  readonly key?: string;
  /** Jobs of one queue run one after the other. */
  readonly queue?: string;
}

/** A requested job: a decision returns it, `enqueue` stores it. */
export interface JobRequest extends JobOptions {
  readonly job: Job;
  readonly payload: unknown;
}

/** The stored payload of a job, with its tenant and trace. */
export interface Envelope extends TraceOrigin {
  readonly tenant: string;
  readonly traceId?: string;
  readonly payload: unknown;
}

/** Runs a job. The signal of the context is aborted on shutdown. */
export interface JobHandler {
  readonly job: Job;
  run(context: Context<Db>, payload: unknown): Promise<void>;
  /**
   * The lane of a job that waits for others, such as a venue: it takes no slot of other jobs. Such a job only wakes the
   * worker up and has ended when its work begins. If the process dies, the requests in `atStart` find the work again.
   */
  readonly lane?: ((context: Context<Db>, payload: unknown) => Promise<string>) | undefined;
}

/** A job that is requested on a schedule; it replaces one that is still waiting. */
export interface CronEntry {
  /** Minute, hour, day of the month, month and day of the week, in UTC: `0 3 * * *`. */
  readonly schedule: string;
  readonly request: JobRequest;
}

/** The background jobs of a module. */
export interface ModuleJobs {
  readonly handlers: readonly JobHandler[];
  readonly cron?: readonly CronEntry[];
  /** Requested when a worker process starts, and when another one has died: they find the work that it left. */
  readonly atStart?: readonly JobRequest[];
}

export function defineJob<Payload extends TSchema>(job: Omit<Job<Payload>, 'check'>): Job<Payload> {
  const checkValue = valueChecker(job.payload);
  return {
    ...job,
    check(payload) {
      const errors = noFieldErrors();
      checkValue(payload, errors);
      const [fault] = Object.entries(errors);
      if (fault)
        throw new TypeError(`The payload of ${job.name} is not valid: ${fault[0]} ${fault[1].join(', ')}.`);
    },
  };
}

export function request<Payload extends TSchema>(
  job: Job<Payload>,
  payload: Static<Payload>,
  options: JobOptions = {},
): JobRequest {
  return { job, payload, ...options };
}

type Handling<Payload extends TSchema, Result> = (
  context: Context<Db>,
  payload: Static<Payload>,
) => Promise<Result>;

export function handle<Payload extends TSchema>(
  job: Job<Payload>,
  run: Handling<Payload, void>,
  lane?: Handling<Payload, string>,
): JobHandler {
  return {
    job,
    run: (context, payload) => run(context, payload as Static<Payload>),
    lane: lane && ((context, payload) => lane(context, payload as Static<Payload>)),
  };
}
