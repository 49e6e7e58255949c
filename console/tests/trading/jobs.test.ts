import { expect, it } from 'vitest';
import { addDeadJobs } from '../testing/dead-jobs.ts';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';

const { desk, visit } = await openDesk();
const visitor = await visit('olivia');

it('without dead jobs the screen says what would be here', async () => {
  await visitor.page.goto(`${desk.url}/console/jobs`);
  await visitor.page.getByText('No job in this state').waitFor();
  expect(await visitor.page.getByRole('table').count()).toBe(0);
  await checkScreen(visitor);
});

it('a dead job is shown with why it failed, and is retried or discarded', async () => {
  const { page } = visitor;
  await addDeadJobs(desk, 2);
  await page.goto(`${desk.url}/console/jobs`);
  const rows = page.locator('tr[data-row]');
  await expect.poll(() => rows.count()).toBe(2);
  expect(await rows.first().textContent()).toContain('The venue is away.');
  await checkScreen(visitor);
  const [retried, discarded] = await rows.evaluateAll((found) =>
    found.map((row) => row.getAttribute('data-row')),
  );
  await page.locator(`[data-row="${retried}"]`).click();
  await page.getByRole('button', { name: 'Retry now' }).waitFor();
  await checkScreen(visitor);
  await page.getByRole('button', { name: 'Retry now' }).click();
  await page.locator(`[data-row="${retried}"]`).waitFor({ state: 'detached' });
  await page.getByText('The job withdrawal.reconcile runs again.').waitFor();
  await page.locator(`[data-row="${discarded}"]`).click();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await page.getByRole('button', { name: 'Discard the job' }).click();
  await page.locator(`[data-row="${discarded}"]`).waitFor({ state: 'detached' });
  let entries: readonly unknown[] = [];
  await desk.change(async (sql) => {
    entries = await sql`
      select action, actor_id, subject_id from audit_log where action like 'job.%' order by id`;
  });
  expect([...entries]).toEqual([
    { action: 'job.retry', actor_id: 'olivia', subject_id: retried },
    { action: 'job.discard', actor_id: 'olivia', subject_id: discarded },
  ]);
});
