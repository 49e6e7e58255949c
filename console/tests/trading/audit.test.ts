import { expect, it } from 'vitest';
import { aWithdrawal } from '../testing/api.ts';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';
import { changeAudit } from '../testing/tamper.ts';

const { desk, api, visit } = await openDesk();
const visitor = await visit('anton');
const { page } = visitor;
await api('POST', '/trade/v1/venues/withdrawals', aWithdrawal('recorded'));

it('the screen says that the chain was not verified, is intact, or is broken and where', async () => {
  await page.goto(`${desk.url}/console/audit`);
  await page.getByText('The chain has not been verified yet').waitFor();
  await checkScreen(visitor);

  expect(await desk.run('audit', 'verify')).toContain('The audit log is intact');
  await page.reload();
  await page.getByText('The chain is intact, verified').waitFor();
  await checkScreen(visitor);

  const place = await changeAudit(desk);
  expect(await desk.run('audit', 'verify')).toContain('The audit log was tampered with');
  await page.reload();
  const alert = page.getByRole('alert');
  await alert.getByText('The chain is broken, verified').waitFor();
  await alert.getByText(`row ${place}: changed`).waitFor();
  await page.locator('tr[data-row]').first().waitFor();
  await checkScreen(visitor);
});
