import { expect, it } from 'vitest';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';

const { desk, visit } = await openDesk('partner');

it.each(['paula', 'mara'])('%s joins the partner console by a passkey', async (login) => {
  const visitor = await visit(login);
  expect(await visitor.page.title()).toContain('Overview');
  await checkScreen(visitor);
});

it('a manager sees that they look at the screens of a partner, and leaves them', async () => {
  const { page } = await visit('milan');
  await page.goto(`${desk.partnerUrl}/console/?as=demo-partner`);
  await page.getByText('You see what the partner demo-partner sees').waitFor();
  await page.getByRole('link', { name: 'Overview' }).click();
  expect(new URL(page.url()).searchParams.get('as')).toBe('demo-partner');
  await page.getByRole('button', { name: 'Back to the program' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('');
});
