import { sql, type RawBuilder } from 'kysely';
import { insertEntries } from '../audit/index.ts';
import { insertEvents } from '../events/index.ts';
import { addJobs, toSpec, type JobSpec } from '../jobs/index.ts';
import { nounOf, type Call, type Decision } from './command.ts';
import { insertKeys } from './store.ts';

export interface Decided<Input, State, Change, Result> {
  readonly call: Call<Input, State, Change, Result>;
  readonly decision: Decision<Change>;
}

/** One statement that writes the idempotency keys, audit entries, events and jobs of decisions. */
export function record<I, S, C, R>(decided: readonly Decided<I, S, C, R>[]): RawBuilder<unknown> {
  const rows = decided.map(rowsOf);
  const keys = rows.flatMap(({ key }) => key ?? []);
  const events = rows.flatMap(({ events }) => events);
  const jobs = distinct(rows.flatMap(({ jobs }) => jobs));
  const parts = [
    keys.length > 0 && sql`key as (${insertKeys(keys)})`,
    events.length > 0 && sql`event as (${insertEvents(events)})`,
    sql`entry as (${insertEntries(rows.map(({ entry }) => entry))})`,
  ].filter((part) => typeof part === 'object');
  return sql`with ${sql.join(parts)} select ${jobs.length > 0 ? sql`from ${addJobs(jobs)}` : sql``}`;
}

function rowsOf<I, S, C, R>({ call, decision }: Decided<I, S, C, R>) {
  const { context, command, facts, claim } = call;
  const { actor, traceId } = context;
  const { tenant } = actor;
  const { subject, details } = decision.audit;
  const { events = [], jobs = [] } = decision;
  const [action, kind, now] = [command.name, nounOf(command.name), facts.now];
  return {
    key: claim && {
      tenant,
      command: action,
      key: claim.key,
      input_hash: `\\x${claim.inputHash.toString('hex')}`,
      subject_id: subject,
      created_at: now,
    },
    entry: { at: now, actor, action, subjectKind: kind, subjectId: subject, details, traceId },
    events: events.map(({ definition: { type }, payload }) => ({
      tenant,
      type,
      resource_kind: kind,
      resource_id: subject,
      payload,
      created_at: now,
    })),
    jobs: jobs.map((request) => toSpec({ tenant, traceId }, request)),
  };
}

/** Several decisions of a batch that request the same job request it once. */
function distinct(specs: readonly JobSpec[]): JobSpec[] {
  return [...new Map(specs.map((spec) => [contentOf(spec), spec])).values()];
}

const contentOf = ({ payload: { payload }, ...spec }: JobSpec): string => JSON.stringify([spec, payload]);
