import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { aWithdrawal } from '../testing/api.ts';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';
import { rowsOf } from '../testing/rows.ts';

interface Withdrawal {
  readonly id: string;
  readonly amount: string;
  readonly status: string;
}

interface Export {
  readonly id: string;
  readonly status: string;
  readonly failureMessage: string | null;
}

const { desk, api, visit } = await openDesk();
const visitor = await visit('olivia');
for (let n = 0; n < 12; n += 1) {
  await api('POST', '/trade/v1/venues/withdrawals', aWithdrawal(`row-${n}`, `${20 + n}.5`));
}

it('without an export the list says what one is', async () => {
  await visitor.page.goto(`${desk.url}/console/exports`);
  await visitor.page.getByText('No export yet').waitFor();
  expect(await visitor.page.getByRole('table').count()).toBe(0);
  await checkScreen(visitor);
});

it('a fault in the filter is shown where it is, and nothing is exported', async () => {
  const { page } = visitor;
  await page.goto(`${desk.url}/console/exports/new`);
  await page.getByRole('textbox', { name: 'Filter' }).click();
  await page.keyboard.type('amount:(20');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/^Character \d+:/);
  await checkScreen(visitor);
  const { totalElements } = await api<{ totalElements: number }>('GET', '/trade/v1/exports');
  expect(totalElements).toBe(0);
});

it('the downloaded file has exactly the rows of the API', async () => {
  const { page } = visitor;
  const query = 'amount:[25 TO *] AND status:APPROVAL_REQUESTED';
  const { content } = await api<{ content: Withdrawal[] }>(
    'GET',
    `/trade/v1/venues/withdrawals?pageSize=100&q=${encodeURIComponent(query)}`,
  );
  expect(content).toHaveLength(7);
  await page.goto(`${desk.url}/console/exports/new`);
  await page.getByRole('textbox', { name: 'Filter' }).click();
  await page.keyboard.type(query);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Exports' }).waitFor();
  const link = page.getByRole('button', { name: /^Download withdrawal_/ });
  await link.waitFor({ timeout: 60_000 });
  await checkScreen(visitor);
  // A link that could not be read can be asked for again.
  await page.route(/\/exports\/[\da-f-]+$/, (route) => route.fulfill({ status: 500, json: {} }));
  await link.click();
  await page.getByRole('alert').waitFor();
  await page.unrouteAll();
  const started = page.waitForEvent('download');
  await link.click();
  const file = await started;
  await page.getByRole('alert').waitFor({ state: 'detached' });
  const [header = '', ...lines] = readFileSync(await file.path(), 'utf8')
    .trim()
    .split(/\r?\n/);
  const names = header.split(',');
  const rows = lines.map((line) => {
    const cells = line.split(',');
    return ['id', 'amount', 'status'].map((name) => cells[names.indexOf(name)]).join(' ');
  });
  const expected = content.map(({ id, amount, status }) => [id, amount, status].join(' '));
  expect(new Set(rows)).toEqual(new Set(expected));
  expect(rows).toHaveLength(expected.length);
});

it('one that is being written shows its progress, and is cancelled', async () => {
  const { page } = visitor;
  // A row without a job: no worker finishes it while the test looks.
  await desk.change(
    (
      sql,
    ) => sql`insert into export (id, tenant, type, format, range_from, range_to, query, request_hash, status,
        filename, attempts, rows_expected, rows_written, requested_by, ends_at, created_at, updated_at)
      select gen_random_uuid(), tenant, type, format, range_from, range_to, query, sha256('other'), 'PROCESSING',
        'busy.csv', 1, 4000, 1000, requested_by, now() + interval '1 hour', now(), now()
      from export limit 1`,
  );
  await page.goto(`${desk.url}/console/exports`);
  await page.getByText('1,000 of 4,000').waitFor();
  expect(await page.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
  const [id = ''] = await rowsOf(page, 'Exports');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await checkScreen(visitor);
  await page.getByRole('button', { name: 'Cancel the export' }).click();
  await page.getByText('Cancelled by olivia.').waitFor();
  const { status, failureMessage } = await api<Export>('GET', `/trade/v1/exports/${id}`);
  expect([status, failureMessage]).toEqual(['FAILED', 'Cancelled by olivia.']);
});
