import { expect, it } from 'vitest';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';
import { partnerOf } from '../testing/partner-api.ts';

const { desk, visit } = await openDesk('partner,worker');
const visitor = await visit('paula');
const { page } = visitor;
const api = partnerOf(visitor, desk.partnerUrl);

const queryOf = async (id: string) => (await api.views.list()).views.find((view) => view.id === id)?.query;
const scheduled = async () => (await api.views.list()).views[0]?.schedule;

it('a person gets a saved view by mail, sees what stands in the way, and opens it by its link', async () => {
  const { id } = await api.views.create({
    report: 'clients',
    name: 'Portugal',
    query: { client_country: ['PT'] },
  });
  await page.goto(`${desk.partnerUrl}/console/reports/clients`);
  await page.getByRole('button', { name: 'Saved views' }).click();
  const view = page.locator('[data-view="Portugal"]');
  await view.getByRole('button', { name: 'Get it by mail' }).click();
  await view.getByText(/Give an address for messages under Security/).waitFor();
  await view.getByLabel('How often').selectOption('Every month');
  await view.getByLabel('On day').selectOption('Day 3');
  await view.getByLabel('At', { exact: true }).fill('08:15');
  await checkScreen(visitor);
  await view.getByRole('button', { name: 'Send it' }).click();
  await view.getByText('By mail on day 3 of every month at 08:15 (UTC).').waitFor();
  await view.getByText(/so that it can arrive/).waitFor();
  await checkScreen(visitor);
  expect(await scheduled()).toMatchObject({ every: 'month', day: 3, time: '08:15', obstacle: 'no_address' });

  await view.getByRole('button', { name: 'Change the mail' }).click();
  await view.getByLabel('How often').selectOption('Every week');
  await view.getByLabel('On', { exact: true }).selectOption('Friday');
  await view.getByRole('button', { name: 'Send it' }).click();
  await view.getByText('By mail every Friday at 08:15 (UTC).').waitFor();

  await page.goto(`${desk.partnerUrl}/console/views/${id}`);
  await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor();
  expect(new URL(page.url()).searchParams.get('client_country')).toContain('PT');

  await page.getByRole('button', { name: 'Saved views' }).click();
  await view.getByRole('button', { name: 'Stop the mail' }).click();
  await view.getByRole('button', { name: 'Stop the mail' }).last().click();
  await view.getByRole('button', { name: 'Get it by mail' }).waitFor();
  expect(await scheduled()).toBeNull();
});

it('a view that was changed in another tab is loaded anew, and the next try replaces it', async () => {
  const { id } = await api.views.create({
    report: 'clients',
    name: 'Iberia',
    query: { client_country: ['ES'] },
  });
  await page.goto(`${desk.partnerUrl}/console/reports/clients`);
  await page.getByRole('button', { name: 'Saved views' }).click();
  const view = page.locator('[data-view="Iberia"]');
  await view.getByRole('button', { name: 'Replace by what is shown' }).waitFor();
  await api.views.update(id, { query: { client_country: ['ES', 'PT'] } });
  await view.getByRole('button', { name: 'Replace by what is shown' }).click();
  await view.getByText('This view was changed elsewhere').waitFor();
  await checkScreen(visitor);
  expect(await queryOf(id)).toMatchObject({ client_country: ['ES', 'PT'] });
  await view.getByRole('button', { name: 'Replace by what is shown' }).click();
  await view.getByText('Shown now').waitFor();
  expect(await view.getByText('This view was changed elsewhere').count()).toBe(0);
  expect(await queryOf(id)).not.toHaveProperty('client_country');
});

it('a mail that was changed in another tab meanwhile is not overwritten unseen', async () => {
  const { id } = await api.views.create({ report: 'clients', name: 'Nordics', query: {} });
  await page.goto(`${desk.partnerUrl}/console/reports/clients`);
  await page.getByRole('button', { name: 'Saved views' }).click();
  const view = page.locator('[data-view="Nordics"]');
  await view.getByRole('button', { name: 'Get it by mail' }).click();
  await view.getByLabel('At', { exact: true }).fill('08:15');
  await api.views.schedule(id, { every: 'day', time: '06:00', time_zone: 'UTC' });
  await view.getByRole('button', { name: 'Send it' }).click();
  await view.getByRole('note').filter({ hasText: 'Somebody else changed this' }).waitFor();
  expect(await view.getByLabel('At', { exact: true }).inputValue()).toBe('08:15');
  await view.getByText('By mail every day at 06:00 (UTC).').waitFor();
  await checkScreen(visitor);
  await view.getByRole('button', { name: 'Send it' }).click();
  await view.getByText('By mail every Monday at 08:15 (UTC).').waitFor();
  await api.views.remove(id);
});

it('the link of a view that is gone says so', async () => {
  await page.goto(`${desk.partnerUrl}/console/views/0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d`);
  await page.getByText('There is no such saved view').waitFor();
  await checkScreen(visitor);
  const list = page.getByRole('link', { name: 'Show all reports' });
  expect(await list.getAttribute('href')).toMatch(/\/reports$/);
});
