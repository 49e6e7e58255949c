import { expect, it } from 'vitest';
import { confirmByPasskey } from './testing/confirm.ts';
import { checkScreen } from './testing/gates.ts';
import { openDesk } from './testing/open.ts';

const { desk, api, visit, visitBy } = await openDesk();
const olivia = await visit('olivia');
const anton = await visit('anton');

const shownOnce = () => olivia.page.locator('[data-secret]').textContent();

it('an invited person joins with the link that is shown once, gets other roles, and is out when revoked', async () => {
  const { page } = olivia;
  await page.goto(`${desk.url}/console/people/new`);
  await page.getByLabel('Login').fill('grace@example.com');
  await page.getByLabel('Viewer').check();
  await checkScreen(olivia);
  await page.getByRole('button', { name: 'Create the invitation' }).click();
  await confirmByPasskey(page);
  await page.locator('[data-secret]').waitFor();
  await checkScreen(olivia);
  const link = (await shownOnce()) ?? '';
  await page.getByRole('button', { name: 'I have stored it' }).click();
  const row = page.locator('[data-row="grace@example.com"]');
  await expect.poll(() => row.textContent()).toContain('Invited until');
  expect(await page.content()).not.toContain(link);
  await checkScreen(olivia);

  const grace = await visitBy(link);
  expect(await grace.page.getByRole('link', { name: 'People' }).count()).toBe(0);
  await page.reload();
  await expect.poll(() => row.textContent()).toContain('Active');
  await page.getByRole('columnheader', { name: 'Last sign-in' }).waitFor();
  expect((await row.textContent())?.toLowerCase()).toContain('passkey');

  await row.click();
  await page.getByText(/signed in by passkey/).waitFor();
  await page.getByLabel('Approver').check();
  await checkScreen(olivia);
  await page.getByRole('button', { name: 'Save the roles' }).click();
  await confirmByPasskey(page);
  await page.getByText('waits for another admin').waitFor();
  await checkScreen(olivia);
  expect(await row.textContent()).not.toContain('Approver');

  await page.goto(`${desk.url}/console/access`);
  await page.getByText('grace@example.com').click();
  await page.getByText('It counts as your proposal').waitFor();
  expect(await page.getByRole('button', { name: 'Confirm' }).count()).toBe(0);
  await anton.page.goto(`${desk.url}/console/access`);
  await checkScreen(anton);
  await anton.page.getByText('grace@example.com').click();
  await anton.page.getByText('approvals:edit').waitFor();
  await checkScreen(anton);
  await anton.page.getByRole('button', { name: 'Confirm' }).click();
  await confirmByPasskey(anton.page);
  await anton.page.getByText('Nothing waits').waitFor();
  await anton.page.getByLabel('Status').selectOption('ANNOUNCED');
  await anton.page.getByText('olivia').first().waitFor();
  await checkScreen(anton);
  await page.goto(`${desk.url}/console/people?id=grace%40example.com`);
  await expect.poll(() => row.textContent()).toContain('Viewer and Approver');
  // A change of roles ends the sessions of the person, who signs in again.
  await grace.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await grace.page.getByRole('button', { name: 'Use a passkey' }).click();
  await grace.page.getByRole('button', { name: /Viewer, Approver/ }).waitFor();

  await page.getByRole('button', { name: 'Revoke' }).click();
  await confirmByPasskey(page);
  await expect.poll(() => row.textContent()).toContain('Revoked');
  await grace.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await grace.page.getByRole('button', { name: 'Use a passkey' }).click();
  await grace.page.getByRole('alert').waitFor();
});

it('a reset gives a new invitation, and nobody can do it to themselves', async () => {
  const { page } = olivia;
  await page.goto(`${desk.url}/console/people?id=olivia`);
  await page.getByText('This is you.').waitFor();
  expect(await page.getByRole('button', { name: 'Reset' }).count()).toBe(0);
  await page.goto(`${desk.url}/console/people?id=anton`);
  await page.getByRole('button', { name: 'Reset' }).click();
  await confirmByPasskey(page);
  await page.getByText('once another admin has confirmed it').waitFor();
  await checkScreen(olivia);
  const link = (await shownOnce()) ?? '';
  const { content } = await api<{ content: { id: string }[] }>('GET', '/auth/proposals?status=PROPOSED');
  await api('POST', `/auth/proposals/${content[0]?.id}/confirm`);
  await visitBy(link);
});

it('roles and scopes that another admin changed meanwhile are not overwritten unseen', async () => {
  const { page } = olivia;
  const overtaken = page.getByRole('note').filter({ hasText: 'Somebody else changed this' });
  await api('POST', '/auth/people', { login: 'henry@example.com', roles: ['trading:viewer'] });
  await page.goto(`${desk.url}/console/people?id=henry%40example.com`);
  await page.getByLabel('Compliance').check();
  await api('PATCH', '/auth/people/henry@example.com', { roles: [] });
  await page.getByRole('button', { name: 'Save the roles' }).click();
  await overtaken.waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await page.getByLabel('Compliance').isChecked()).toBe(true);
  await checkScreen(olivia);
  await page.getByRole('button', { name: 'Load their version in place of mine' }).click();
  await expect.poll(() => page.getByLabel('Compliance').isChecked()).toBe(false);
  expect(await page.getByLabel('Viewer').isChecked()).toBe(false);
  expect(await overtaken.count()).toBe(0);

  await api('POST', '/auth/clients', { name: 'reader-bot', scopes: ['venues:view'] });
  await page.goto(`${desk.url}/console/clients?id=reader-bot`);
  await page.getByLabel('market-data:view').check();
  await api('PATCH', '/auth/clients/reader-bot', { scopes: [] });
  await page.getByRole('button', { name: 'Save the scopes' }).click();
  await overtaken.waitFor();
  await page.getByRole('button', { name: 'Save the scopes' }).click();
  await confirmByPasskey(page);
  await expect
    .poll(async () => {
      const clients = await api<{ name: string; scopes: string[] }[]>('GET', '/auth/clients');
      return clients.find(({ name }) => name === 'reader-bot')?.scopes;
    })
    .toEqual(['venues:view', 'market-data:view']);
  await expect.poll(() => overtaken.count()).toBe(0);
});

it('a client gets a token with its secret, a new one after a rotation, and none after it is revoked', async () => {
  const { page } = olivia;
  const grant = async (secret: string) => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'treasury-bot',
      client_secret: secret,
    });
    const response = await fetch(`${desk.url}/oauth/token`, { method: 'POST', body });
    const { access_token = '' } = (await response.json()) as { access_token?: string };
    return { status: response.status, token: access_token };
  };
  const venues = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${desk.url}/trade/v1/venues`, { headers })).status;
  };
  await page.goto(`${desk.url}/console/clients/new`);
  await page.getByLabel('Name').fill('treasury-bot');
  await page.getByLabel('venues:view').check();
  await checkScreen(olivia);
  await page.getByRole('button', { name: 'Create the client' }).click();
  await confirmByPasskey(page);
  await page.locator('[data-secret]').waitFor();
  const first = (await shownOnce()) ?? '';
  const { token } = await grant(first);
  expect(await venues(token)).toBe(200);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.locator('[data-row="treasury-bot"]').click();
  await page.getByRole('button', { name: 'Replace the secret' }).click();
  await confirmByPasskey(page);
  await page.locator('[data-secret]').waitFor();
  const second = (await shownOnce()) ?? '';
  expect((await grant(first)).status).toBe(401);
  const renewed = await grant(second);
  expect(renewed.status).toBe(200);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await checkScreen(olivia);
  await page.getByRole('button', { name: 'Revoke' }).click();
  await confirmByPasskey(page);
  await expect.poll(() => page.locator('[data-row="treasury-bot"]').textContent()).toContain('Revoked');
  expect((await grant(second)).status).toBe(401);
  await expect.poll(() => venues(renewed.token)).toBe(401);
});
