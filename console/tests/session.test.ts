import { generateSync } from 'otplib';
import { expect, it } from 'vitest';
import { confirmByPasskey } from './testing/confirm.ts';
import { checkScreen } from './testing/gates.ts';
import { openDesk } from './testing/open.ts';
import { join, openVisitor } from './testing/visitor.ts';

const { desk, browser } = await openDesk();
const visitor = await openVisitor(browser, desk.url);

it('a browser that asks for the root sees the sign-in, which meets every gate', async () => {
  const { page } = visitor;
  await page.goto(desk.url);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/console/sign-in');
  await checkScreen(visitor);
});

it('a wrong password is refused with a reason and a trace id, and signs nobody in', async () => {
  const { page } = visitor;
  await page.getByLabel('Login').fill('olivia');
  await page.locator('input[type=password]').fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('Trace id');
  await checkScreen(visitor);
});

it('an invitation leads by a passkey to the desk, once', async () => {
  const { page } = visitor;
  const link = desk.links.get('olivia') ?? '';
  await page.goto(link);
  await page.getByRole('button', { name: 'Create a passkey' }).waitFor();
  await checkScreen(visitor);
  await join(visitor, link);
  expect(page.url()).toBe(`${desk.url}/console/`);
  await page.goto(`${desk.url}/console/sign-in`);
  await page.goto(link);
  await page.getByText('This invitation does not work').waitFor();
});

it('the security page adds an authenticator app with a code', async () => {
  const { page } = visitor;
  await page.goto(`${desk.url}/console/security`);
  await page.getByText('Linux passkey').waitFor();
  await checkScreen(visitor);
  await page.getByRole('button', { name: 'Add an app' }).click();
  await confirmByPasskey(page);
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  expect(await page.locator('code').first().textContent()).toMatch(/^[A-Z2-7]{32,}$/);
  await checkScreen(visitor);
});

it('the security page keeps an address, choices and quiet hours; a wrong link confirms nothing', async () => {
  const { page } = visitor;
  await page.goto(`${desk.url}/console/security`);
  await page.getByLabel('E-mail address').fill('olivia@people.example');
  await page.getByRole('button', { name: 'Send a link to it' }).click();
  await page.getByText('Open the link that was sent to it').waitFor();
  const kept = () => page.waitForResponse((response) => response.request().method() === 'PUT');
  await Promise.all([kept(), page.getByLabel('A venue is not live.').click()]);
  await page.getByLabel('Quiet from').fill('22:00');
  await page.getByLabel('Quiet until').fill('07:00');
  await Promise.all([kept(), page.getByRole('button', { name: 'Save the quiet hours' }).click()]);
  await page.reload();
  await expect.poll(() => page.getByLabel('Quiet from').inputValue()).toBe('22:00');
  expect(await page.getByLabel('A venue is not live.').isChecked()).toBe(false);
  expect(await page.getByLabel('A saved destination waits for you.').isChecked()).toBe(true);
  // She votes on nothing, so she cannot get messages about it.
  expect(await page.getByLabel('A withdrawal waits for your vote.').count()).toBe(0);
  await checkScreen(visitor);
  await page.goto(`${desk.url}/console/address#${'k'.repeat(43)}`);
  await page.getByRole('button', { name: 'Confirm the address' }).click();
  await page.getByRole('alert').waitFor();
  await checkScreen(visitor);
});

it('after the sign-out Back shows nothing, and the passkey signs in again', async () => {
  const { page } = visitor;
  await page.goto(`${desk.url}/console/`);
  await page.getByRole('button', { name: /^olivia/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.getByText('olivia').count()).toBe(0);
  expect(await page.getByText('Balances').count()).toBe(0);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('button', { name: /^olivia/ }).waitFor();
});

const PASSWORD = 'violet harbour pencil ladder';

it('with a password and an authenticator app, a sign-in needs a code; a session ended there is out within 2 s', async () => {
  const [first, second] = [await openVisitor(browser, desk.url), await openVisitor(browser, desk.url)];
  const { page } = first;
  await page.goto(desk.links.get('anton') ?? '');
  await page.getByLabel('Choose a password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Use a password' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.goto(`${desk.url}/console/security`);
  await page.getByRole('button', { name: 'Add an app' }).click();
  const secret = (await page.locator('code').first().textContent()) ?? '';
  // Each code works once, and those of half a minute ago and ahead are accepted too.
  const codeAt = (seconds: number) =>
    generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + seconds });
  await page.getByLabel('Code that the app shows').fill(codeAt(-30));
  await page.getByRole('button', { name: 'Confirm the app' }).click();
  await page.getByText('Recovery codes').first().waitFor();
  await checkScreen(first);

  await second.page.goto(`${desk.url}/console/sign-in`);
  await second.page.getByLabel('Login').fill('anton');
  await second.page.locator('input[type=password]').fill(PASSWORD);
  await second.page.getByRole('button', { name: 'Sign in' }).click();
  await second.page.getByRole('textbox', { name: 'Code' }).waitFor();
  await checkScreen(second);
  await second.page.getByRole('textbox', { name: 'Code' }).fill('000000');
  await second.page.getByRole('button', { name: 'Sign in' }).click();
  await second.page.getByRole('alert').waitFor();
  await second.page.getByRole('textbox', { name: 'Code' }).fill(codeAt(0));
  await second.page.getByRole('button', { name: 'Sign in' }).click();
  await second.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

  await page.goto(`${desk.url}/console/withdrawals`);
  await page.getByText('No withdrawal yet').waitFor();
  await second.page.goto(`${desk.url}/console/security`);
  await second.page.getByRole('button', { name: 'End all others' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor({ timeout: 2_000 });
  expect(await page.getByText('Withdrawals').count()).toBe(0);
  expect(first.faults).toEqual([]);
});
