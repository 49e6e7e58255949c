import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { confirmByPasskey } from './testing/confirm.ts';
import { openDesk } from './testing/open.ts';

/** The morning of the demo is made beside the start. */
const MORNING = { timeout: 240_000 };

const TOUR = /## A tour of sixty seconds\n(.*?)\n## /s.exec(readFileSync('README.md', 'utf8'))?.[1] ?? '';
const { visit } = await openDesk('trading,partner,worker', '--demo-desk');

it('the tour of the README finds what it names', async () => {
  const { page } = await visit('anton');
  const pressed: string[] = [];
  const press = async (name: string, on = page) => {
    pressed.push(name);
    await on
      .getByRole('link', { name })
      .or(on.getByRole('button', { name, exact: true }))
      .first()
      .click();
  };
  await press('Overview');
  await page.getByRole('heading', { name: 'Last movements' }).waitFor();
  await press('Approvals');
  await page.getByText('4 rows', { exact: true }).waitFor(MORNING);
  await page.getByRole('row').filter({ hasText: 'invoice-2043' }).click();
  await press('Approve');
  await confirmByPasskey(page);
  await page.getByText('3 rows', { exact: true }).waitFor();
  await press('Withdrawals');
  await page.getByRole('row').filter({ hasText: 'invoice-2043' }).getByText('Completed').waitFor();
  await press('Market');
  await page.locator('[data-side=bids] td').first().waitFor();

  const { page: partner } = await visit('paula');
  await press('Reports', partner);
  await partner.getByRole('link', { name: 'Performance' }).first().click();
  await partner.getByText('Compare with the days before').waitFor();
  await press('Rewards', partner);
  await partner.getByRole('heading', { level: 1, name: 'Rewards' }).waitFor();
  const traded = partner.locator('td[data-label=Lots]', { hasText: /[1-9]/ });
  await partner.locator('tr[data-row]').filter({ has: traded }).first().click();
  await partner.getByRole('table', { name: 'Orders' }).locator('tr[data-row]').first().click();
  await partner.getByRole('heading', { name: 'Your reward' }).waitFor();
  expect([...TOUR.matchAll(/\*\*(.+?)\*\*/g)].map(([, name]) => name)).toEqual(pressed);
});
