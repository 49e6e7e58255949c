import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { newId, newTraceId, type Actor, type Clock, type Context } from '../../../kernel/index.ts';
import { createClock } from '../../../platform/auth/testing/fixture.ts';
import { openDuckdb } from '../../../platform/duckdb/index.ts';
import { frame } from '../../../platform/http/testing/app.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { openLocalStorage, type Storage } from '../../../platform/storage/index.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { makeFolder, removeFolder } from '../../../testing/folder.ts';
import { exportEndpoints, exportJobs } from '../index.ts';
import type { Export, ExportPage } from '../schema.ts';
import type { Tools } from '../write.ts';
import { inject } from '../../../testing/inject.ts';

const BOTH = ['exports:view', 'exports:edit'];
const SCOPES: Record<string, string[]> = {
  desk: [...BOTH, 'conversions:view', 'venue-transfer:view', 'admin'],
  viewer: ['exports:view', 'venue-transfer:view'],
  stranger: [...BOTH, 'conversions:view', 'venue-transfer:view', 'admin'],
  exporter: BOTH,
  'conversion reader': [...BOTH, 'conversions:view'],
  'withdrawal reader': [...BOTH, 'venue-transfer:view'],
  'audit reader': [...BOTH, 'admin'],
};

const actorOf = (name: string): Actor => ({
  kind: 'client',
  id: name,
  tenant: name === 'stranger' ? 'other' : 'acme',
  scopes: new Set(SCOPES[name]),
});

/** The members of all answers that tests read. */
export type Body = Export & ExportPage & { code: string; detail: string; errors: Record<string, string[]> };

export interface Answer {
  readonly status: number;
  readonly body: Body;
}

const LOGGER: Tools['logger'] = { info: () => {}, error: () => {} };

/** The endpoints and jobs of exports with their own database and folder. */
export async function openExportService(start?: string) {
  const database = await createTestDatabase({ poolSize: 6 });
  const clock = createClock(start);
  const folder = makeFolder();
  afterAll(() => removeFolder(folder));
  const files = join(folder, 'files');
  const workFolder = join(folder, 'work');
  mkdirSync(files);
  const storage = openLocalStorage({ folder: files, secret: Buffer.alloc(32, 7), publicUrl: '' });
  const app = frame(exportEndpoints(storage), {
    db: database.db,
    clock,
    limits: { bodyBytes: 4096, requestTimeoutMs: 10_000, readsPerMinute: 10_000, writesPerMinute: 10_000 },
    authenticate: (authorization = '') => actorOf(authorization.slice('Bearer '.length)),
  });
  afterAll(() => app.close());

  async function send(actor: string, method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
    const response = await inject(app, {
      method,
      url: `/trade/v1/exports${path}`,
      headers: { authorization: `Bearer ${actor}` },
      ...(body && { payload: body }),
    });
    return { status: response.statusCode, body: response.json<Body>() };
  }

  const create = (body: object = {}, type = 'withdrawal', actor = 'desk'): Promise<Answer> =>
    send(actor, 'POST', `?type=${type}`, { from: '2026-01-01T00:00:00.000Z', ...body });

  const get = async (id: string): Promise<Body> => (await send('desk', 'GET', `/${id}`)).body;

  /** Runs one job as a worker would. */
  async function work(job: 'export.write' | 'export.sweep', payload: object, tools: Partial<Tools> = {}) {
    const { handlers } = exportJobs({ database, storage, workFolder, logger: LOGGER, ...tools });
    const handler = handlers.find(({ job: { name } }) => name === job);
    await handler?.run(systemContext(database.db, clock), payload);
  }

  /** From the request to the end of the job. */
  async function exportAll(body: object = {}, type = 'withdrawal', tools: { storage?: Storage } = {}) {
    const { status, body: created } = await create(body, type);
    if (status !== 201) throw new Error(`It was refused: ${JSON.stringify(created)}`);
    await work('export.write', { id: created.id }, tools);
    return get(created.id);
  }

  const download = (url: string | null, headers: Record<string, string> = {}) =>
    inject(app, { url: url ?? 'none', headers });

  return { database, clock, files, storage, send, create, get, work, exportAll, download };
}

const systemContext = (db: Db, clock: Clock, signal = new AbortController().signal): Context<Db> => ({
  actor: { kind: 'system', id: 'test', tenant: 'acme', scopes: new Set() },
  db,
  clock,
  traceId: newTraceId(),
  signal,
});

export interface Planted {
  readonly reference: string;
  readonly amount: string;
  readonly tenant: string;
  readonly status: string;
  readonly createdAt: string;
  readonly failureMessage: string | null;
}

type Sql = Awaited<ReturnType<typeof createTestDatabase>>['sql'];

/** Inserts withdrawals directly into the table. */
export async function plant(sql: Sql, ...given: Partial<Planted>[]): Promise<void> {
  const usual = { tenant: 'acme', amount: '1.50', status: 'FAILED', createdAt: '2026-02-01T00:00:00.000Z' };
  const rows = given.map((planted) => {
    const id = newId();
    return { id, reference: id, failureMessage: null, ...usual, ...planted };
  });
  await sql`insert into withdrawal (id, tenant, venue, asset, amount, destination, reference, status, failure_message,
      requested_by, approvals_required, created_at, updated_at)
    select id, tenant, 'aurora', 'BTC', amount::numeric,
      '{"kind": "blockchain", "network": "BITCOIN", "address": "bc1q", "tag": null, "alias": null}', reference, status,
      "failureMessage", 'desk', 0, "createdAt", "createdAt"
    from jsonb_to_recordset(${sql.json(rows)}) as planted (id uuid, tenant text, amount text, reference text,
      status text, "failureMessage" text, "createdAt" timestamptz)`;
}

/** Reads a file with an independent program. */
export async function readWithDuckdb(path: string, how: string): Promise<Record<string, unknown>[]> {
  const duckdb = await openDuckdb({
    path: ':memory:',
    threads: 1,
    memoryLimitBytes: 256 << 20,
    spillFolder: `${path}.spill`,
    readers: 1,
  });
  try {
    return await duckdb.query(`from ${how.replace('?', `'${path}'`)}`);
  } finally {
    await duckdb.close();
  }
}

export const readJson = async (path: string): Promise<Record<string, unknown>[]> =>
  JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>[];
