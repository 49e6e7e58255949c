import { request, type RequestOptions } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { openFixture, WEBHOOKS } from '../../platform/webhooks/testing/fixture.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { operatorContext } from '../context.ts';
import { openInbox } from './inbox.ts';
import { openDemoMail } from './mail.ts';

const { database, listen, tell, deliver, settled } = await openFixture();

async function open(data = temporaryFolder()) {
  const inbox = await openInbox({ data, db: database.db, secrets: WEBHOOKS.secrets });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await inbox.close();
    isOpen = false;
  };
  onTestFinished(close);
  const page = async () => (await fetch(inbox.url)).text();
  const send = (body: string, headers = {}) => fetch(inbox.url, { method: 'POST', body, headers });
  return { ...inbox, data, close, page, send };
}

/** Unlike `fetch`, it sends the name of another host. */
const statusOf = (url: string, options: RequestOptions) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(url, options, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .once('error', reject)
      .end();
  });

test('a message of a destination is shown with its method, headers and body, and its signature is verified', async () => {
  const { url, page } = await open();
  expect(await page()).toContain('No message yet.');
  const { row } = await listen(url, ['thing.changed'], 'default');
  await tell('inbox', 1, 7, 'default');
  deliver();
  await settled();
  const shown = await page();
  expect(shown).toContain(`The signature is verified: destination ${row.id}.`);
  expect(shown).toMatch(/<h2>POST at 2\d{3}-/);
  expect(shown).toContain('webhook-signature: v1,');
  expect(shown).toContain('&quot;n&quot;: 7');
});

test('what nobody here signed is shown as such, and never as markup', async () => {
  const { page, send } = await open();
  expect((await send('<script>alert(1)</script>')).status).toBe(204);
  const now = String(Math.floor(Date.now() / 1000));
  const signed = { 'webhook-id': 'm1', 'webhook-timestamp': now, 'webhook-signature': 'v1,AAAA' };
  expect((await send('{}', signed)).status).toBe(204);
  const shown = await page();
  expect(shown.split('The signature is not of a destination of this installation.')).toHaveLength(3);
  expect(shown).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(shown).not.toContain('<script');
});

test('it keeps the last 100 messages, and none that is larger than a mebibyte', async () => {
  const { page, send } = await open();
  for (let number = 1; number <= 103; number += 1) await send(`"message ${number}"`);
  const shown = await page();
  expect(shown.split('<article>')).toHaveLength(101);
  expect(shown).toContain('message 103');
  expect(shown).not.toMatch(/message 3&/);
  const refused = await send('x'.repeat((1 << 20) + 1)).then(
    ({ status }) => status,
    // The connection may end before all of it is sent.
    () => 413,
  );
  expect(refused).toBe(413);
  expect(await page()).toContain('message 103');
});

test('it is reached by its own address only', async () => {
  const { url, origin } = await open();
  expect((await fetch(`${origin}/`)).status).toBe(404);
  expect(await statusOf(url, { headers: { host: 'attacker.example' } })).toBe(421);
});

test('destinations find it again after a start', async () => {
  const first = await open();
  await first.close();
  const second = await open(first.data);
  expect(second.url).toBe(first.url);
  const third = await open(first.data);
  expect(third.url).not.toBe(first.url);
});

test('mail to people lands there once it is offered, and never as markup', async () => {
  const { keep, page } = await open();
  const line = await openDemoMail({ keep }).open(operatorContext(database.db));
  const message = {
    id: 'm1',
    to: 'ada@example.com',
    at: new Date(0),
    title: 'A thing waits',
    body: 'It is <b>new</b>.',
    text: 'It is <b>new</b>.',
    html: '',
    link: '',
  };
  expect(await line.send(message, async () => false)).toMatchObject({ kind: 'later' });
  expect(await page()).toContain('No message yet.');
  expect(await line.send(message, async () => true)).toMatchObject({ kind: 'sent' });
  const shown = await page();
  expect(shown).toContain('<h2>Mail to ada@example.com at 1970-01-01T00:00:00.000Z</h2>');
  expect(shown).toContain('It is &lt;b&gt;new&lt;/b&gt;.');
});

const csv = (number: number) => ({
  name: `view "${number}" <ä>.csv`,
  type: 'text/csv; charset=utf-8',
  content: Buffer.from(`id\r\n${number}\r\nä\r\n`),
});

test('what is attached to mail is named with its size and can be downloaded, as long as it is kept', async () => {
  const { keep, page, origin } = await open();
  const mail = { at: new Date(0).toISOString(), to: 'ada@example.com', title: 'A view', text: 'Rows: 2' };
  keep(mail);
  expect(await page()).not.toContain('Attached');
  keep({ ...mail, attachment: csv(1) });
  const shown = await page();
  expect(shown).toContain('view &quot;1&quot; &lt;ä&gt;.csv</a>, 11 bytes');
  const path = /href="([^"]+)" download/.exec(shown)?.[1] ?? '';
  const answer = await fetch(`${origin}${path}`);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBe(
    "attachment; filename*=UTF-8''view%20%221%22%20%3C%C3%A4%3E.csv",
  );
  expect(await answer.text()).toBe('id\r\n1\r\nä\r\n');
  expect(await statusOf(`${origin}${path}`, { headers: { host: 'attacker.example' } })).toBe(421);
  expect(await statusOf(`${origin}${path}`, { method: 'POST' })).toBe(404);

  for (let number = 2; number <= 11; number += 1) keep({ ...mail, attachment: csv(number) });
  const later = await page();
  expect(later.split('download>')).toHaveLength(11);
  expect(later).toContain('view &quot;1&quot; &lt;ä&gt;.csv, 11 bytes, no longer kept');
  expect((await fetch(`${origin}${path}`)).status).toBe(404);
});
