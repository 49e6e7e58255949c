import { beforeEach, expect, test } from 'vitest';
import { newId, sha256, type Actor } from '../../../kernel/index.ts';
import { dropJobs, optionsFor, workOff } from '../../notices/testing/fixture.ts';
import { openMailServer } from '../../notices/testing/mail-server.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { accessNotice } from '../proposals/index.ts';
import { contextOf, createClock, plantCredential } from '../testing/fixture.ts';
import { findInvitation } from './accept.ts';
import { inviting, prepareInvitation, resetting } from './invite.ts';
import { invitationNotice } from './notices.ts';
import { takeInvitation } from './store.ts';
import { newToken } from './token.ts';

const database = await createTestDatabase({ poolSize: 8 });
const { sql } = database;
const server = await openMailServer();
const clock = createClock();
const options = optionsFor(server.port, { kinds: [invitationNotice(undefined), accessNotice] });
const ADMIN: Actor = { kind: 'client', id: 'boss', tenant: 'acme', scopes: new Set(['admin']) };
const context = contextOf(database, clock, ADMIN);
const admin = { service: 'trading', countsForMs: 3_600_000 } as const;

const invite = (login: string, roles: readonly string[] = []) => {
  const { token, ...input } = prepareInvitation({ login, tenant: 'acme', service: 'trading', roles });
  return inviting.perform(context, input, admin).then((outcome) => ({ token, outcome }));
};

const work = () => workOff(database, context, options);

const mailed = () =>
  server.accepted.map(({ to, email }) => ({
    to,
    token: /\/console\/invitation#([\w-]{43})/.exec(email.text ?? '')?.[1] ?? '',
  }));

beforeEach(async () => {
  await sql`truncate credential, notice, access_proposal cascade`;
  await dropJobs(database);
  server.accepted.length = 0;
});

test('an invitation goes to a login that is an address, by a link of its own that works once', async () => {
  const { token } = await invite('ada@people.example');
  const jobs = await work();
  const [{ to, token: sent } = { to: '', token: '' }] = mailed();
  expect([to, sent === token]).toEqual(['ada@people.example', false]);
  for (const each of [token, sent]) {
    expect((await findInvitation(context, each)).name).toBe('ada@people.example');
  }
  const stored = await sql`select invitation::text as row from invitation`;
  expect(JSON.stringify([stored, jobs])).not.toContain(sent);
  await takeInvitation(database.db, sha256(sent), clock.now()).execute();
  for (const each of [token, sent]) {
    await expect(findInvitation(context, each)).rejects.toMatchObject({ code: 'not_found' });
  }
});

test('a reset goes there too, and nothing to a login that is no address', async () => {
  await plantCredential(database, { kind: 'person', name: 'ada@people.example', scopes: [] });
  await plantCredential(database, { kind: 'person', name: 'grace', scopes: [] });
  for (const name of ['ada@people.example', 'grace']) {
    const { tokenHash } = newToken();
    await resetting.perform(context, { name, kind: 'person', service: 'trading', tokenHash }, admin);
  }
  await work();
  expect(mailed().map(({ to }) => to)).toEqual(['ada@people.example']);
});

test('nothing is sent of an invitation that was used or replaced before', async () => {
  const { token } = await invite('ada@people.example');
  await takeInvitation(database.db, sha256(token), clock.now()).execute();
  await invite('grace@people.example');
  await sql`update credential set secret_id = ${newId()} where name = 'grace@people.example'`;
  await work();
  expect(mailed()).toEqual([]);
});

test('other admins get a message about what waits for a second admin until it is decided, and the person gets none', async () => {
  await plantCredential(database, { kind: 'person', name: 'boss', roles: ['trading:admin'], scopes: [] });
  await plantCredential(database, { kind: 'person', name: 'second', roles: ['trading:admin'], scopes: [] });
  await plantCredential(database, { kind: 'person', name: 'other', roles: ['partner:admin'], scopes: [] });
  const { outcome } = await invite('ada@people.example', ['trading:approver']);
  if (!('proposal' in outcome)) throw new Error('It must wait.');
  const { id } = outcome.proposal;
  const matter = await accessNotice.find(context, id, undefined);
  expect([matter?.people, matter?.facts['account']]).toEqual([['second'], 'ada@people.example']);
  expect((await accessNotice.find(context, id, ['boss', 'other']))?.people).toEqual([]);
  await work();
  expect(mailed()).toEqual([]);
  await sql`update access_proposal set status = 'REFUSED', ended_by = 'second', ended_at = now() where id = ${id}`;
  expect(await accessNotice.find(context, id, undefined)).toBeUndefined();
});
