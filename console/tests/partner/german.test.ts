import { expect, it } from 'vitest';
import { englishLeft } from '../testing/english-left.ts';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';

const { desk, visit } = await openDesk('partner,worker');
const visitor = await visit('paula');
const { page } = visitor;

it('a report is read in German, in days of UTC, and says so', async () => {
  await page.goto(`${desk.partnerUrl}/console/security`);
  await page.getByLabel('Language').selectOption('de');
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo');
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
  await page.getByRole('button', { name: 'Save language and time zone' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sicherheit' }).waitFor();
  await page.goto(`${desk.partnerUrl}/console/reports/performance`);
  await page.locator('[data-total="count"]').waitFor();
  await page.getByText('Ein Tag ist ein Tag in UTC.').waitFor();
  expect(await englishLeft(page)).toEqual([]);
  await checkScreen(visitor);
});
