import { sql, type RawBuilder } from 'kysely';
import { insertEntry, type AuditEntry } from '../audit/index.ts';
import { addJobs, insertPlainJobs, type JobSpec } from '../jobs/index.ts';
import type { Query } from './command.ts';
import { insertEvents, insertKey, type EventRow, type KeyRow } from './store.ts';

/** What a decision leaves beside its change. */
export interface Recording {
  readonly key: KeyRow | undefined;
  readonly entry: AuditEntry;
  readonly events: readonly EventRow[];
  readonly jobs: readonly JobSpec[];
}

const NOTHING = sql``;
const IF_CHANGED = sql`where exists (select from change)`;

/**
 * One statement that writes all of it. With `change`, that is a part of the statement: it gives the rows of the
 * result, and when there are none, nothing is written at all.
 */
export function record<Result>(recording: Recording, change?: Query<Result>): RawBuilder<Result> {
  const { key, entry, events, jobs } = recording;
  const condition = change ? IF_CHANGED : NOTHING;
  const plainJobs = jobs.filter(isPlain);
  const otherJobs = jobs.filter((job) => !isPlain(job));
  // A function is called only for the sake of its result, of which the entry makes use.
  const source =
    otherJobs.length > 0 ? sql`from (select count(*) from ${addJobs(otherJobs)}) as job` : NOTHING;
  const parts = [
    change && sql`change as (${change})`,
    key && sql`key as (${insertKey(key, condition)})`,
    events.length > 0 && sql`event as (${insertEvents(events, condition)})`,
    plainJobs.length > 0 && sql`job as (${insertPlainJobs(plainJobs, condition)})`,
    sql`entry as (${insertEntry(entry, sql`${source} ${condition}`)})`,
  ].filter((part) => typeof part === 'object');
  return sql<Result>`with ${sql.join(parts)} select ${change ? sql`* from change` : NOTHING}`;
}

const isPlain = ({ job_key, queue_name }: JobSpec): boolean =>
  job_key === undefined && queue_name === undefined;
