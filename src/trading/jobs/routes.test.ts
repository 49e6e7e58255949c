import { Type } from 'typebox';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { newTraceId, type Actor } from '../../kernel/index.ts';
import { frame } from '../../platform/http/testing/app.ts';
import { defineJob, enqueue, request } from '../../platform/jobs/index.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { inject } from '../../testing/inject.ts';
import { jobEndpoints } from './index.ts';

const database = await createTestDatabase();
const { db, sql } = database;
const actorOf = (tenant: string, scope: string): Actor => ({
  kind: 'person',
  id: 'ada',
  tenant,
  scopes: new Set([scope]),
});
const app = frame(jobEndpoints(), {
  db,
  authenticate: (authorization = '') => {
    const [scope = '', tenant = 'acme'] = authorization.replace('Bearer ', '').split('@');
    return actorOf(tenant, scope);
  },
});
afterAll(() => app.close());

const job = defineJob({
  name: 'test.work',
  payload: Type.Object({ secret: Type.String() }),
  maxAttempts: 5,
});

const ask = (tenant: string, runAt?: Date) =>
  enqueue(db, { actor: actorOf(tenant, 'admin'), traceId: newTraceId() }, [
    request(job, { secret: 'payload' }, runAt ? { runAt } : {}),
  ]);

/** Makes every job fail for good, as a worker does. */
const kill = (error: string) =>
  sql`select graphile_worker.permanently_fail_jobs(array(select id from graphile_worker.jobs), ${error})`;

beforeEach(() => sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`);

interface Job {
  readonly id: string;
  readonly state: string;
  readonly lastError: string | null;
}

async function send(method: 'GET' | 'POST' | 'DELETE', path: string, actor = 'admin') {
  const answer = await inject(app, {
    method,
    url: `/trade/v1/jobs${path}`,
    headers: { authorization: `Bearer ${actor}` },
  });
  const body = answer.body === '' ? {} : answer.json();
  return { status: answer.statusCode, body: body as Job[] & { code?: string; errors?: object } };
}

describe('the jobs of a tenant', () => {
  it('that are dead are listed oldest first, with why in one line and without their payload', async () => {
    for (let index = 0; index < 3; index++) await ask('acme');
    await ask('other');
    await kill('The venue is away.\n    at secret (/srv/stack.ts:1:1)');
    await ask('acme');
    const { status, body } = await send('GET', '');
    expect([status, body.length]).toEqual([200, 3]);
    expect(body[0]).toEqual({
      id: expect.stringMatching(/^\d+$/) as string,
      name: 'test.work',
      state: 'dead',
      attempts: 5,
      maxAttempts: 5,
      runAt: expect.stringMatching(/Z$/) as string,
      lastError: 'The venue is away.',
      createdAt: expect.stringMatching(/Z$/) as string,
    });
    expect((await send('GET', `?limit=2&after=${body[0]?.id}`)).body).toEqual(body.slice(1));
    expect((await send('GET', '?state=waiting')).body).toHaveLength(1);
    expect((await send('GET', '', 'admin@other')).body).toHaveLength(1);
  });

  it('name the next page in Link, until there is none', async () => {
    for (let index = 0; index < 5; index++) await ask('acme');
    await kill('It failed.');
    const all = (await send('GET', '')).body.map(({ id }) => id);
    const seen: string[] = [];
    const sizes: number[] = [];
    for (let url: string | undefined = '/trade/v1/jobs?limit=2'; url !== undefined;) {
      const answer = await inject(app, { url, headers: { authorization: 'Bearer admin' } });
      const jobs = answer.json<Job[]>();
      seen.push(...jobs.map(({ id }) => id));
      sizes.push(jobs.length);
      url = /^<(.*)>; rel="next"$/.exec(String(answer.headers.link))?.[1];
    }
    expect([seen, sizes]).toEqual([all, [2, 2, 1]]);
  });

  it('can be run again or removed, with an audit entry', async () => {
    await ask('acme');
    await ask('acme');
    await kill('It failed.');
    const [first, second] = (await send('GET', '')).body;
    expect((await send('POST', `/${first?.id}/retry`)).status).toBe(204);
    expect((await send('DELETE', `/${second?.id}`)).status).toBe(204);
    const left = await sql`select id::text, attempts from graphile_worker.jobs`;
    expect(left).toEqual([{ id: first?.id, attempts: 0 }]);
    const entries = await sql`select actor_id, action, subject_id, details from audit_log order by id`;
    expect(entries).toMatchObject([
      { actor_id: 'ada', action: 'job.retry', subject_id: first?.id, details: { name: 'test.work' } },
      {
        actor_id: 'ada',
        action: 'job.discard',
        subject_id: second?.id,
        details: { lastError: 'It failed.' },
      },
    ]);
  });

  it('do not exist for another tenant, nor for a caller without the scope', async () => {
    await ask('acme');
    await kill('It failed.');
    const [{ id } = { id: '' }] = (await send('GET', '')).body;
    expect((await send('POST', `/${id}/retry`, 'admin@other')).status).toBe(404);
    expect((await send('DELETE', `/${id}`, 'admin@other')).status).toBe(404);
    expect((await send('GET', '', 'venues:view')).status).toBe(403);
    expect((await send('GET', '')).body).toHaveLength(1);
  });

  it.each([
    ['GET', '?state=lost', 400],
    ['GET', '?limit=101', 400],
    ['GET', '?after=x', 400],
    ['POST', '/x/retry', 400],
    ['DELETE', '/999999999', 404],
  ] as const)('refuse %s %s', async (method, path, status) => {
    expect((await send(method, path)).status).toBe(status);
  });
});
