import { ForbiddenError } from '@quaestor/sdk';
import { expect, it } from 'vitest';
import { confirmByPasskey, suggested } from '../testing/confirm.ts';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';
import { cellsOf, rowsOf } from '../testing/rows.ts';
import { partnerOf } from '../testing/partner-api.ts';

const { desk, visit } = await openDesk('partner,worker');
const url = `${desk.partnerUrl}/console`;
const mara = await visit('mara');
const { page } = mara;

it('what a manager does is in the log: who, what, of what, before and after', async () => {
  await page.goto(`${url}/people?id=milan`);
  await page.getByLabel('Admin').uncheck();
  await page.getByRole('button', { name: 'Save the roles' }).click();
  await confirmByPasskey(page);
  await expect.poll(() => page.locator('[data-row="milan"]').textContent()).not.toContain('Admin');

  await page.goto(url);
  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  await page.getByText('The chain has not been verified yet').waitFor();
  await expect
    .poll(async () => (await cellsOf(page, 'Audit'))[0])
    .toMatchObject({ Who: 'mara', What: 'Credential change roles' });
  const program = partnerOf(mara, desk.partnerUrl);
  const { entries } = await program.audit.list().page({ limit: 20 });
  const shown = await rowsOf(page, 'Audit');
  expect(shown.slice(0, 20)).toEqual(entries.map(({ id }) => id).slice(0, shown.length));
  await checkScreen(mara);

  await page.locator('tr[data-row]').first().click();
  const entry = page.getByRole('dialog');
  await entry.getByText(entries[0]?.subject.id ?? '').waitFor();
  const record = JSON.parse((await entry.locator('pre').textContent()) ?? '') as object;
  expect(record).toEqual(entries[0]?.details);
  expect(record).toMatchObject({
    name: 'milan',
    before: ['partner:manager', 'partner:admin'],
    after: ['partner:manager'],
  });
  await checkScreen(mara);
});

it('the log can be filtered, and says whether its chain is intact', async () => {
  expect(await desk.run('audit', 'verify')).toContain('The audit log is intact');
  await page.goto(`${url}/audit`);
  await page.getByText('The chain is intact, verified').waitFor();
  await page.getByRole('textbox', { name: 'Filter' }).click();
  await page.keyboard.type('action:credential.ch');
  await suggested(page, 'credential.change-roles');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('action:"credential.change-roles"');
  await expect
    .poll(async () => (await cellsOf(page, 'Audit')).map(({ What }) => What))
    .toEqual(['Credential change roles']);
  await page.goto(`${url}/audit?q=action%3Awithdrawal.*`);
  await page.getByText('No entry matches').waitFor();
  await checkScreen(mara);
});

it('a partner has no such screen, and is refused', async () => {
  const paula = await visit('paula');
  expect(await paula.page.getByRole('link', { name: 'Audit', exact: true }).count()).toBe(0);
  const own = partnerOf(paula, desk.partnerUrl);
  await expect(own.audit.list().page()).rejects.toThrow(ForbiddenError);
  await expect(own.audit.filter()).rejects.toThrow(ForbiddenError);
});
