import { expect, it } from 'vitest';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';
import { partnerOf } from '../testing/partner-api.ts';
import { cellsOf } from '../testing/rows.ts';
import type { Visitor } from '../testing/visitor.ts';

const { desk, visit } = await openDesk('partner,worker');
const [paula, mara] = await Promise.all([visit('paula'), visit('mara')]);
const program = partnerOf(mara, desk.partnerUrl);

const open = ({ page }: Visitor, path: string) => page.goto(`${desk.partnerUrl}/console/${path}`);
const whatWaits = async ({ page }: Visitor) =>
  (await cellsOf(page, 'Inbox')).map(({ What: what }) => what ?? '');

it('managers find disbursements, bank accounts and proposals of others in their inbox', async () => {
  const { page } = mara;
  const [asked, saved, proposed] = await Promise.all([
    program.managedDisbursements.list({ status: 'REQUESTED' }),
    program.managedDisbursements.destinations({ status: 'WAITING' }),
    program.proposals.list({ status: 'PROPOSED', by_others: true }),
  ]);
  expect(asked.count).toBeGreaterThan(0);
  await open(mara, 'inbox');
  await expect
    .poll(() => whatWaits(mara))
    .toEqual([
      ...asked.disbursements.map(() => 'Disbursement to approve'),
      ...saved.destinations.map(() => 'Bank account to confirm'),
      ...proposed.proposals.map(() => 'Proposal to confirm'),
    ]);
  const count = asked.count + saved.count + proposed.count;
  await page.getByRole('link', { name: `Inbox ${count} waiting` }).waitFor();
  await expect.poll(() => page.title()).toBe(`(${count}) Inbox · Quaestor`);
  await checkScreen(mara);
  await page.getByRole('link', { name: 'Disbursement to approve' }).first().click();
  await page.getByRole('dialog').waitFor();
  expect(new URL(page.url()).pathname).toBe('/console/managed-disbursements');
});

it('partners find the rebates that they approve, and a manager who looks at them finds no inbox', async () => {
  const own = partnerOf(paula, desk.partnerUrl).rebateGroups;
  const { groups } = await own.list();
  const runs = await Promise.all(groups.map(async ({ id }) => (await own.runs(id)).runs));
  const waiting = runs.flat().filter(({ status }) => status === 'pending');
  await open(paula, 'inbox');
  await expect.poll(() => whatWaits(paula)).toEqual(waiting.map(() => 'Rebates to approve'));
  await checkScreen(paula);
  await open(mara, '?as=demo-partner');
  await mara.page.getByRole('link', { name: 'Rewards' }).waitFor();
  expect(await mara.page.getByRole('link', { name: /^Inbox/ }).count()).toBe(0);
});
