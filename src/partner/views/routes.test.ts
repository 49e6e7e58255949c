import { expect, test } from 'vitest';
import { openOffice, type Refusal } from '../wallets/testing/office.ts';
import { viewEndpoints } from './index.ts';
import type { SavedView } from './schema.ts';

const office = await openOffice((facts) => viewEndpoints({ facts, isMailConfigured: true }));
const PATH = '/api/views/';
const VIEW = {
  report: 'performance',
  name: 'By country',
  query: { group_by: ['country'], ordering: '-roi' },
};

const save = <Body = SavedView>(who: string, further: object = {}) =>
  office.send<Body>(who, 'POST', PATH, { body: { ...VIEW, ...further } });
const list = async (who: string, query = '') =>
  (await office.send<{ views: SavedView[] }>(who, 'GET', `${PATH}${query}`)).body.views;

test('a view is listed as it was saved, is changed and removed, and each change is audited', async () => {
  const saved = await save('P1', { name: ' By country ' });
  expect(saved.status).toBe(201);
  expect(saved.body).toMatchObject(VIEW);
  await save('P1', { report: 'clients', query: { client_country: 'PT' } });
  expect((await list('P1')).map(({ report }) => report)).toEqual(['clients', 'performance']);
  expect(await list('P1', '?report=performance')).toEqual([saved.body]);
  const path = `${PATH}${saved.body.id}/`;
  const changed = await office.send<SavedView>('P1', 'PATCH', path, {
    body: { query: { country: 'PT,ES' } },
  });
  expect(changed.body).toMatchObject({ ...VIEW, query: { country: 'PT,ES' } });
  expect((await office.send('P1', 'PATCH', path, { body: { name: 'South' } })).status).toBe(200);
  expect(await list('P1', '?report=performance')).toMatchObject([
    { name: 'South', query: { country: 'PT,ES' } },
  ]);
  expect((await office.send('P1', 'DELETE', path)).status).toBe(204);
  expect(await list('P1', '?report=performance')).toEqual([]);
  const audited = await office.database.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject_id', '=', saved.body.id)
    .orderBy('id')
    .execute();
  expect(audited.map(({ action }) => action)).toEqual([
    'saved-view.create',
    'saved-view.change',
    'saved-view.change',
    'saved-view.remove',
  ]);
});

test('a change of a view that was changed elsewhere since it was read is refused', async () => {
  const { body: view } = await save('P7');
  const change = (name: string, etag: string) =>
    office.send<SavedView & Refusal>('P7', 'PATCH', `${PATH}${view.id}/`, {
      body: { name },
      headers: { 'if-match': etag },
    });
  const renamed = await change('One', view.etag);
  expect([renamed.status, renamed.body.name]).toEqual([200, 'One']);
  expect((await change('Two', view.etag)).status).toBe(412);
  expect(await list('P7')).toEqual([renamed.body]);
  expect((await change('Two', renamed.body.etag)).status).toBe(200);
});

test('how a view is shown is kept with it, and is nothing unless it is given', async () => {
  const display = {
    columns: ['country', 'roi'],
    chart: 'roi',
    compare: 'previous',
    zeros: 'hidden',
    periods: { date: '28d' },
  };
  const { body: view } = await save('P6', { display });
  expect(view.display).toEqual(display);
  const { body: plain } = await save('P6', { name: 'Plain' });
  expect(plain.display).toEqual({});
  const path = `${PATH}${view.id}/`;
  await office.send('P6', 'PATCH', path, { body: { name: 'Renamed' } });
  expect(await list('P6')).toMatchObject([{ name: 'Plain' }, { name: 'Renamed', display }]);
  await office.send('P6', 'PATCH', path, { body: { display: { chart: 'cpc' } } });
  expect((await list('P6'))[1]).toMatchObject({ query: VIEW.query, display: { chart: 'cpc' } });
});

test("another's view is not found, and each owner has names of their own", async () => {
  const { body: view } = await save('P2');
  expect(await list('reader:P2')).toEqual([]);
  const path = `${PATH}${view.id}/`;
  for (const who of ['reader:P2', 'P0']) {
    expect((await office.send(who, 'PATCH', path, { body: { name: 'Mine' } })).status).toBe(404);
    expect((await office.send(who, 'DELETE', path)).status).toBe(404);
    expect((await save(who)).status).toBe(201);
  }
  expect(await list('P2')).toEqual([view]);
});

test('a name is taken once for a report, and a repeated request is answered with the first view', async () => {
  const key = { 'idempotency-key': 'save-1' };
  const send = (name: string, headers?: Record<string, string>) =>
    office.send<SavedView & Refusal>('P3', 'POST', PATH, {
      body: { ...VIEW, name },
      ...(headers && { headers }),
    });
  const [first, again] = [await send('One', key), await send('One', key)];
  expect(again.body).toEqual(first.body);
  const taken = await send('One');
  expect([taken.status, taken.body.detail]).toEqual([
    409,
    "There is a saved view 'One' of performance already.",
  ]);
  const other = await send('Two');
  const renamed = await office.send('P3', 'PATCH', `${PATH}${other.body.id}/`, { body: { name: 'One' } });
  expect(renamed.status).toBe(409);
});

test.each([
  [{ report: 'colours' }, { report: /^must be one of performance, / }],
  [{ name: ' ' }, { name: /^must have 1 to 64 characters$/ }],
  [{ query: { colour: 'red' } }, { 'query.colour': /^is not known here; known: group_by, / }],
  [{ query: { limit: '10' } }, { 'query.limit': /^is not known here/ }],
  [{ query: { date_from: 'yesterday' } }, { 'query.date_from': /^must be a date/ }],
  [
    { display: { periods: { date: 'yesterday' } } },
    { 'display.periods.date': /^must be one of today, 7d, / },
  ],
  [{ display: { compare: 'year' } }, { 'display.compare': /previous/ }],
  [{ display: { zeros: true } }, { 'display.zeros': /hidden/ }],
  [{ display: { colour: 'red' } }, { 'display.colour': /^is not known here/ }],
  [
    { display: { columns: ['country', 'colour'], chart: 'country', periods: { colour: '7d' } } },
    {
      'display.columns.1': /^must be one of day, week, /,
      'display.chart': /^must be one of click_count, /,
      'display.periods.colour': /^must be one of date$/,
    },
  ],
  [{ query: { ordering: 'country' } }, { 'query.ordering': /^country is not among group_by$/ }],
])('a view with %j is refused with the field at fault', async (further, errors) => {
  const answer = await save<Refusal>('P4', further);
  expect(answer.status).toBe(400);
  for (const [name, reason] of Object.entries(errors)) {
    expect(answer.body.errors?.[name]?.join()).toMatch(reason);
  }
  expect(await list('P4')).toEqual([]);
});

test('the size of a view is bounded', async () => {
  const country = Array.from({ length: 100 }, (_, index) => `${index}`.padEnd(50));
  const { body } = await save<Refusal>('P4', { query: { country } });
  expect(body.errors).toEqual({ query: ['must have at most 4096 characters as JSON'] });
});

test('the number of views is bounded', async () => {
  await office.database.db
    .insertInto('saved_view')
    .values(
      Array.from({ length: 200 }, (_, index) => ({
        id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
        tenant: 'default',
        owner: 'P5',
        report: 'clients',
        name: `view ${index}`,
        query: '{}',
        created_at: new Date(),
        changed_at: new Date(),
      })),
    )
    .execute();
  const answer = await save<Refusal>('P5');
  expect([answer.status, answer.body.detail]).toEqual([
    409,
    'There are 200 saved views already: remove one first.',
  ]);
});
