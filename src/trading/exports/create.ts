import { canonicalJson, invalid, Problem, sha256, later, type Context } from '../../kernel/index.ts';
import { command, run, type Circumstances } from '../../platform/commands/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { readFilter } from '../../platform/lucene/index.ts';
import { withoutFile } from './export.ts';
import { requestWrite } from './jobs.ts';
import type { CreateExport, Export, Format } from './schema.ts';
import { insertExport, selectSame, type ExportRow } from './store.ts';
import { EXPORT_TYPES, readableTypes, type ExportTypeName } from './types/index.ts';

/** Longer than any export takes. A longer snapshot would hold back vacuum. */
const LONGEST_MS = 6 * 3_600_000;

interface CreateInput {
  readonly type: ExportTypeName;
  readonly body: CreateExport;
}

export async function createExport(context: Context<Db>, input: CreateInput): Promise<Export> {
  const { type, body } = input;
  const { from, to, query = '*:*' } = body;
  const { scope, fields } = EXPORT_TYPES[type];
  if (!readableTypes(context.actor).includes(type)) {
    throw new Problem('forbidden', `An export of the type ${type} needs the scope ${scope}.`);
  }
  readFilter('query', query, fields);
  if (to !== undefined && Date.parse(to) < Date.parse(from)) {
    throw invalid({ to: ['must not be before from'] });
  }
  return (await run(context, create, input)).result;
}

const create = command({
  name: 'export.create',
  scope: 'exports:edit',
  lock: async (tx, input: CreateInput, { actor }) => ({
    same: await selectSame(tx, actor.tenant, hashOf(input)).executeTakeFirst(),
  }),
  decide({ same }: { same: { id: string } | undefined }, input, circumstances) {
    if (same) {
      throw new Problem('conflict', `The same export is in progress as ${same.id}. Wait for it.`);
    }
    const row = toRow(input, circumstances);
    return {
      change: row,
      audit: { subject: row.id, details: { type: input.type, ...input.body } },
      jobs: [requestWrite(row.id)],
    };
  },
  async write(tx, row) {
    const made = await insertExport(tx, row).executeTakeFirst();
    return made && withoutFile(made);
  },
});

/** A hash of the request, without the current time: "until now" equals the same request a moment later. */
function hashOf({ type, body: { from, to, format, query } }: CreateInput): Buffer {
  const end = to === undefined ? null : Date.parse(to);
  return sha256(canonicalJson([type, Date.parse(from), end, format ?? 'CSV', query ?? null]));
}

function toRow(input: CreateInput, { id, actor, now }: Circumstances): ExportRow {
  const { from, to, format = 'CSV', query = null } = input.body;
  return {
    id,
    tenant: actor.tenant,
    type: input.type,
    format,
    range_from: new Date(from),
    range_to: to === undefined ? now : new Date(to),
    query,
    request_hash: hashOf(input),
    status: 'PROCESSING',
    filename: filenameOf(input.type, format, now),
    attempts: 0,
    rows_expected: null,
    rows_written: '0',
    failure_message: null,
    requested_by: actor.id,
    ends_at: later(now, LONGEST_MS),
    created_at: now,
    updated_at: now,
  };
}

function filenameOf(type: string, format: Format, now: Date): string {
  const time = now.toISOString().slice(0, -1).replaceAll(/\D/g, '_');
  return `${type}_${time}.${format.toLowerCase()}`;
}
