import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Storage } from '../../platform/storage/index.ts';
import { thorough } from '../../testing/effort.ts';
import { openExportService, plant } from './testing/service.ts';

const service = await openExportService();
const { send, create, get, work, storage, database } = service;
const cancel = (id: string, actor = 'desk') => send(actor, 'POST', `/${id}/cancel`);

test('a cancelled export is FAILED, tells who cancelled it, is announced and never gets a file', async () => {
  const { body: created } = await create();
  const { status, body } = await cancel(created.id);
  expect([status, body]).toMatchObject([
    200,
    { id: created.id, status: 'FAILED', failureMessage: 'Cancelled by desk.', url: null },
  ]);
  await work('export.write', { id: created.id });
  expect(await get(created.id)).toEqual(body);
  expect(await readdir(service.files)).toEqual([]);
  const [event] = await database.sql`select payload from outbox where type = 'export.failed'`;
  expect(event).toMatchObject({ payload: { id: created.id, export: { status: 'FAILED' } } });
  expect((await create()).status).toBe(201);
});

test('an export that has ended cannot be cancelled', async () => {
  const done = await service.exportAll({ query: 'status:FAILED' });
  expect(done.status).toBe('COMPLETED');
  expect((await cancel(done.id)).body).toMatchObject({ status: 409, code: 'invalid_transition' });
  expect((await get(done.id)).status).toBe('COMPLETED');
});

test('an export is cancelled only by those who may read its rows and change exports', async () => {
  const { body } = await create({ query: 'status:PENDING' });
  expect((await cancel(body.id, 'viewer')).status).toBe(403);
  expect((await cancel(body.id, 'stranger')).status).toBe(404);
  expect((await cancel(body.id, 'conversion reader')).status).toBe(404);
  expect((await get(body.id)).status).toBe('PROCESSING');
  expect((await cancel(crypto.randomUUID())).status).toBe(404);
  expect((await cancel('1')).body.errors).toHaveProperty('id');
});

thorough('the worker stops writing a cancelled export before its end', async () => {
  const long = 'x'.repeat(1000);
  for (let index = 0; index < 8; index++) {
    await plant(database.sql, ...Array.from({ length: 1000 }, () => ({ failureMessage: long })));
  }
  const { body } = await create({ query: 'status:FAILED' });
  let blocks = 0;
  let fault: unknown;
  const slow: Storage = {
    ...storage,
    async put(_key, content) {
      try {
        for await (const _block of content) {
          blocks += 1;
          if (blocks === 1) await cancel(body.id);
          // Progress is reported once a second.
          await sleep(blocks === 1 ? 1000 : 20);
        }
      } catch (error) {
        fault = error;
        throw error;
      }
    },
  };
  await work('export.write', { id: body.id }, { storage: slow });
  expect(fault).toMatchObject({ name: 'AbortError' });
  expect(await get(body.id)).toMatchObject({ status: 'FAILED', failureMessage: 'Cancelled by desk.' });
});
