import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { callAs } from './testing/call-as.ts';
import { confirmByPasskey } from './testing/confirm.ts';
import { checkScreen } from './testing/gates.ts';
import { inviteHere } from './testing/invite-here.ts';
import { openDesk } from './testing/open.ts';
import { join, openVisitor } from './testing/visitor.ts';

const { desk, browser, visitBy } = await openDesk();
const visitor = await openVisitor(browser, desk.url);

/** As if the person came back to the tab. */
const focus = (page: Page) => page.evaluate(() => dispatchEvent(new Event('visibilitychange')));

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
  const saveQuiet = async () => {
    const [saved] = await Promise.all([
      kept(),
      page.getByRole('button', { name: 'Save the quiet hours' }).click(),
    ]);
    return ((await saved.json()) as { quietHours: object }).quietHours;
  };
  await page.getByLabel('Quiet from (UTC)').fill('22:00');
  await page.getByLabel('Quiet until (UTC)').fill('07:00');
  expect(await saveQuiet()).toEqual({ from: '22:00', until: '07:00', timeZone: 'UTC' });
  // Wherever the browser is, the zone is the one that the person has chosen.
  await callAs(page, 'PUT', '/auth/preferences', { language: 'en', timeZone: 'Asia/Tokyo' });
  await page.reload();
  await expect.poll(() => page.getByLabel('Quiet from (Asia/Tokyo)').inputValue()).toBe('22:00');
  await page.getByText('They were saved as 22:00 to 07:00 in UTC').waitFor();
  await checkScreen(visitor);
  await page.getByLabel('Quiet from (Asia/Tokyo)').fill('23:00');
  expect(await saveQuiet()).toEqual({ from: '23:00', until: '07:00', timeZone: 'Asia/Tokyo' });
  expect(await page.getByText('They were saved as').count()).toBe(0);
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

it('a question for the second factor ends with the session, and is not asked of who signs in next', async () => {
  const { page } = visitor;
  await page.goto(`${desk.url}/console/security`);
  await page.getByRole('button', { name: 'Add an app' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm with your second factor' });
  await question.getByText('Add an authenticator app to your account.').waitFor();
  const cookies = await visitor.context.cookies();
  await visitor.context.clearCookies();
  await focus(page);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('Linux passkey').waitFor();
  expect(await question.count()).toBe(0);

  await page.getByRole('button', { name: 'Add an app' }).click();
  await question.waitFor();
  const other = await visitBy(await inviteHere(desk, 'carol', 'trading:viewer'));
  await visitor.context.clearCookies();
  await visitor.context.addCookies(await other.context.cookies());
  await focus(page);
  await page.getByRole('button', { name: /^carol/ }).waitFor();
  expect(await question.count()).toBe(0);
  await visitor.context.clearCookies();
  await visitor.context.addCookies(cookies);
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
  await page.getByRole('button', { name: /^anton/ }).click();
  await page.getByRole('menuitem', { name: 'Security' }).click();
  await page.getByRole('button', { name: 'Add an app' }).click();
  const secret = (await page.locator('code').first().textContent()) ?? '';
  // Each code works once, and those of half a minute ago and ahead are accepted too.
  const codeAt = (seconds: number) =>
    generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + seconds });
  await page.getByLabel('Code that the app shows').fill(codeAt(-30));
  await page.getByRole('button', { name: 'Confirm the app' }).click();
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  const shownCodes = (await codes.locator('[data-secret]').textContent()) ?? '';
  expect(shownCodes.split('\n').length).toBeGreaterThan(5);
  await checkScreen(first);
  // Nothing but the answer closes them.
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  const url = page.url();
  await page.evaluate(() => history.back());
  await expect.poll(() => page.url()).toBe(url);
  expect(await codes.locator('[data-secret]').textContent()).toBe(shownCodes);
  await codes.getByRole('button', { name: 'I have stored it' }).click();
  await codes.waitFor({ state: 'hidden' });
  expect(await page.content()).not.toContain(shownCodes.split('\n')[0]);

  await page.getByRole('button', { name: 'New recovery codes' }).click();
  await page.getByText('The codes that you have now end at once.').waitFor();
  await checkScreen(first);
  await page.getByRole('button', { name: 'Make new codes' }).click();
  await page.getByLabel('Code of your authenticator app').fill(codeAt(0));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await codes.getByText('All codes that you had before have ended.').waitFor();
  expect(await codes.locator('[data-secret]').textContent()).not.toBe(shownCodes);
  await codes.getByRole('button', { name: 'I have stored it' }).click();

  await second.page.goto(`${desk.url}/console/sign-in`);
  await second.page.getByLabel('Login').fill('anton');
  await second.page.locator('input[type=password]').fill(PASSWORD);
  await second.page.getByRole('button', { name: 'Sign in' }).click();
  await second.page.getByRole('textbox', { name: 'Code' }).waitFor();
  await checkScreen(second);
  await second.page.getByRole('textbox', { name: 'Code' }).fill('000000');
  await second.page.getByRole('button', { name: 'Sign in' }).click();
  await second.page.getByRole('alert').waitFor();
  await second.page.getByRole('textbox', { name: 'Code' }).fill(codeAt(30));
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
