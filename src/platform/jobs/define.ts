import type { Static, TSchema } from 'typebox';
import { noFieldErrors, valueChecker, type Context } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';

/** A kind of background work, declared apart from what does it, so that a decision can ask for it. */
export interface Job<Payload extends TSchema = TSchema> {
  /** `withdrawal.submit` */
  readonly name: string;
  readonly payload: Payload;
  /** After so many failures the job is kept as dead, for a person to retry or discard. */
  readonly maxAttempts: number;
  /** Throws what is wrong with a payload. */
  check(payload: unknown): void;
}

export interface JobOptions {
  /** Not before this time; by default at once. */
  readonly runAt?: Date;
  /** At most one waiting job has this key: a later request replaces it. */
  readonly key?: string;
  /** Jobs of one queue run one after the other. */
  readonly queue?: string;
}

/** A job to be, as a value: a decision returns it, `enqueue` writes it. */
export interface JobRequest extends JobOptions {
  readonly job: Job;
  readonly payload: unknown;
}

/** What is stored with a job: its payload, and the tenant and trace it runs in. */
export interface Envelope {
  readonly tenant: string;
  readonly traceId?: string;
  readonly payload: unknown;
}

/** What does a job: made where the dependencies are at hand. The signal is aborted on shutdown. */
export interface JobHandler {
  readonly job: Job;
  run(context: Context<Db>, payload: unknown): Promise<void>;
}

/** A job that is requested whenever the time matches; it replaces one that still waits. */
export interface CronEntry {
  /** Minute, hour, day of the month, month and day of the week, in UTC: `0 3 * * *`. */
  readonly schedule: string;
  readonly request: JobRequest;
}

/** The background work of a module. */
export interface ModuleJobs {
  readonly handlers: readonly JobHandler[];
  readonly cron?: readonly CronEntry[];
  /** Requested whenever a process starts to run the handlers. */
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
        throw new TypeError(`The payload of ${job.name} is wrong: ${fault[0]} ${fault[1].join(', ')}.`);
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

export function handle<Payload extends TSchema>(
  job: Job<Payload>,
  run: (context: Context<Db>, payload: Static<Payload>) => Promise<void>,
): JobHandler {
  return { job, run: (context, payload) => run(context, payload as Static<Payload>) };
}
