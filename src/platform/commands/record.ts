import { sql, type RawBuilder } from 'kysely';
import { insertEntries, type AuditEntry } from '../audit/index.ts';
import { addJobs, insertPlainJobs, type JobSpec } from '../jobs/index.ts';
import type { Query } from './command.ts';
import { insertEvents, insertKeys, type EventRow, type KeyRow } from './store.ts';

/** What decisions leave beside their changes. */
export interface Recording {
  readonly keys: readonly KeyRow[];
  readonly entries: readonly AuditEntry[];
  readonly events: readonly EventRow[];
  readonly jobs: readonly JobSpec[];
}

const NOTHING = sql``;
const IF_CHANGED = sql`where exists (select from change)`;

/**
 * One statement that writes all of it, with the change as a part of it. When the change is conditional, it gives the
 * rows of the result, and when there are none, nothing is written at all.
 */
export function record<Result>(
  { keys, entries, events, jobs }: Recording,
  change?: Query<Result>,
  isConditional = change !== undefined,
): RawBuilder<Result> {
  const condition = isConditional ? IF_CHANGED : NOTHING;
  const plainJobs = jobs.filter(isPlain);
  const otherJobs = jobs.filter((job) => !isPlain(job));
  // A function is called only for the sake of its result, of which the entries make use.
  const source =
    otherJobs.length > 0 ? sql`cross join (select count(*) from ${addJobs(otherJobs)}) as job` : NOTHING;
  const parts = [
    change && sql`change as (${change})`,
    keys.length > 0 && sql`key as (${insertKeys(keys, condition)})`,
    events.length > 0 && sql`event as (${insertEvents(events, condition)})`,
    plainJobs.length > 0 && sql`job as (${insertPlainJobs(plainJobs, condition)})`,
    sql`entry as (${insertEntries(entries, sql`${source} ${condition}`)})`,
  ].filter((part) => typeof part === 'object');
  return sql<Result>`with ${sql.join(parts)} select ${isConditional ? sql`* from change` : NOTHING}`;
}

const isPlain = ({ job_key, queue_name }: JobSpec): boolean =>
  job_key === undefined && queue_name === undefined;
