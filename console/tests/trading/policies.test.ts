import { expect, it } from 'vitest';
import { aWithdrawal } from '../testing/api.ts';
import { choose, confirmByPasskey } from '../testing/confirm.ts';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';
import type { Visitor } from '../testing/visitor.ts';

interface Policy {
  readonly version: number;
  readonly status: string;
  readonly proposedBy: string;
  readonly confirmedBy: string | null;
  readonly rules: readonly object[];
}

const { desk, api, visit } = await openDesk();
const olivia = await visit('olivia');
const anton = await visit('anton');
for (const amount of ['250', '1500', '90000']) {
  await api('POST', '/trade/v1/venues/withdrawals', aWithdrawal(`history-${amount}`, amount));
}

const show = () => api<{ active: Policy | null; proposed: Policy | null }>('GET', '/trade/v1/policies');

/** Opens the editor and adds a rule after those in force. Returns how many rules there then are. */
async function addRule(visitor: Visitor): Promise<number> {
  const { page } = visitor;
  await page.goto(`${desk.url}/console/policies/edit`);
  await page.getByRole('button', { name: 'Add a rule' }).click();
  await page.getByRole('group', { name: /^Rule \d+$/ }).waitFor();
  return rulesOf(visitor).count();
}

const rulesOf = ({ page }: Visitor) => page.getByRole('list', { name: 'Rules' }).getByRole('listitem');

/** The sentences of the rules, without what warns of them. */
const sentencesOf = (visitor: Visitor) => rulesOf(visitor).locator('[data-sentence]').allTextContents();

it('a policy is simulated and proposed by one admin, confirmed by another, and the audit shows both', async () => {
  const before = await show();
  const { page } = olivia;
  await page.goto(`${desk.url}/console/policies`);
  await page.getByRole('heading', { name: 'In force' }).waitFor();
  await checkScreen(olivia);

  const number = await addRule(olivia);
  await choose(page, 'Asset', 'USDT');
  await page.getByLabel('Amount from').last().fill('1000');
  await choose(page, 'Approvals', '2');
  // The first rule that matches decides, so the new one must come first.
  for (let place = number; place > 1; place -= 1) {
    await page.getByRole('button', { name: `Move rule ${place} up` }).click();
  }
  const added = page.getByRole('list', { name: /^Changes/ }).locator('[data-kind="added"]');
  await expect.poll(() => added.allTextContents()).toEqual(['Added: at least 1,000 USDT → 2 approvals']);
  await page.getByRole('button', { name: 'Simulate' }).click();
  const simulation = page.getByRole('region', { name: /^The last 30 days/ });
  await simulation.getByText('2 withdrawals would have been decided otherwise.').waitFor();
  await simulation.getByText('rule 1: at least 1,000 USDT → 2 approvals').first().waitFor();
  await checkScreen(olivia);
  expect(await show()).toEqual(before);

  await page.getByRole('button', { name: 'Propose it' }).click();
  await page.getByText('You proposed it. Another admin confirms or refuses it.').waitFor();
  await page.getByText(/^Version \d+ is proposed\. Another admin confirms it\.$/).waitFor();
  expect(await page.getByRole('button', { name: 'Confirm the policy' }).count()).toBe(0);
  await checkScreen(olivia);
  const { proposed, active } = await show();
  expect(active).toEqual(before.active);
  expect(proposed).toMatchObject({
    proposedBy: 'olivia',
    rules: [
      { asset: 'USDT', amountFrom: '1000', verdict: 'REQUIRE_APPROVALS', approvals: 2 },
      ...(before.active?.rules ?? []),
    ],
  });

  const other = anton.page;
  await other.goto(`${desk.url}/console/policies`);
  await other.getByText('2 withdrawals would have been decided otherwise.').waitFor();
  await other.getByRole('button', { name: 'Confirm the policy' }).click();
  await other.getByRole('button', { name: 'Confirm with a passkey' }).waitFor();
  await checkScreen(anton);
  await confirmByPasskey(other);
  await expect
    .poll(async () => (await show()).active)
    .toMatchObject({ version: proposed?.version, proposedBy: 'olivia', confirmedBy: 'anton' });
  await other.getByText(/confirmed by anton/).waitFor();
  await other.getByRole('link', { name: `Show version ${proposed?.version}` }).click();
  await other.getByRole('dialog', { name: `Policy, version ${proposed?.version}` }).waitFor();
  await other.keyboard.press('Escape');

  await other.goto(`${desk.url}/console/audit?q=${encodeURIComponent('action:policy.*')}`);
  const rows = other.locator('tr[data-row]');
  await expect.poll(() => rows.count()).toBe(2);
  const [confirmed, asked] = await rows.allTextContents();
  expect(confirmed).toMatch(/anton.*Policy confirm/);
  expect(asked).toMatch(/olivia.*Policy propose/);
  await rows.first().click();
  await other.getByText('Recorded details').waitFor();
  await checkScreen(anton);
});

it('a proposal is refused by another admin or withdrawn by its own, and nothing changes', async () => {
  const before = await show();
  const { page } = olivia;
  const propose = async () => {
    await addRule(olivia);
    await page.getByRole('button', { name: 'Propose it' }).click();
    await page.getByText('You proposed it.').waitFor();
    return (await show()).proposed?.version;
  };
  const refused = await propose();
  await anton.page.goto(`${desk.url}/console/policies`);
  await anton.page.getByRole('button', { name: 'Refuse', exact: true }).click();
  await anton.page.getByRole('button', { name: 'Refuse the proposal' }).click();
  await anton.page.getByText(`Version ${refused} was refused.`).waitFor();
  await expect.poll(async () => (await show()).proposed).toBeNull();
  const withdrawn = await propose();
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await page.getByRole('button', { name: 'Withdraw the proposal' }).click();
  await expect.poll(async () => (await show()).proposed).toBeNull();
  expect((await show()).active).toEqual(before.active);
  const versions = page.getByRole('table', { name: 'Versions' });
  await expect.poll(() => versions.locator(`[data-row="${withdrawn}"]`).textContent()).toContain('Withdrawn');
  expect(await versions.locator(`[data-row="${refused}"]`).textContent()).toContain('Refused');
  await versions.locator(`[data-row="${refused}"]`).click();
  await page.getByRole('dialog').getByText('Ended by').waitFor();
  await checkScreen(olivia);
});

it('a policy that another admin proposed meanwhile refuses the first try, is shown, and is replaced by the second', async () => {
  const { page } = olivia;
  const number = await addRule(olivia);
  await page.getByRole('textbox', { name: 'Note' }).last().fill('Mine');
  await addRule(anton);
  await anton.page.getByRole('textbox', { name: 'Note' }).last().fill('Theirs');
  await anton.page.getByRole('button', { name: 'Propose it' }).click();
  await anton.page.getByText('You proposed it.').waitFor();

  await page.getByRole('button', { name: 'Propose it' }).click();
  const note = page
    .getByRole('note')
    .filter({ hasText: 'Somebody else changed this while you had it open.' });
  await note.waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await rulesOf(olivia).count()).toBe(number);
  expect(await page.getByRole('textbox', { name: 'Note' }).last().inputValue()).toBe('Mine');
  expect((await show()).proposed).toMatchObject({ proposedBy: 'anton' });
  await checkScreen(olivia);
  await page.getByRole('button', { name: 'Propose it' }).click();
  await page.getByText('You proposed it. Another admin confirms or refuses it.').waitFor();
  const { proposed } = await show();
  expect(proposed?.proposedBy).toBe('olivia');
  expect(proposed?.rules.at(-1)).toMatchObject({ description: 'Mine' });

  await addRule(anton);
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await page.getByRole('button', { name: 'Withdraw the proposal' }).click();
  await expect.poll(async () => (await show()).proposed).toBeNull();
  await anton.page.getByRole('button', { name: 'Propose it' }).click();
  await anton.page.getByRole('button', { name: 'Load their version in place of mine' }).click();
  await expect.poll(() => rulesOf(anton).count()).toBe(number - 1);
});

it('a rule that can never match is refused with its field, and nothing is proposed', async () => {
  const { page } = olivia;
  const number = await addRule(olivia);
  await page.getByLabel('Amount from').last().fill('10');
  await page.getByRole('button', { name: 'Propose it' }).click();
  await expect
    .poll(() => page.getByRole('alert').textContent())
    .toContain(`Rules ${number}, Asset is required where an amount is given.`);
  expect((await show()).proposed).toBeNull();
});

it('rules are added from templates, copied, dragged and moved, and warn of what nobody can fulfil', async () => {
  const { page } = olivia;
  await page.goto(`${desk.url}/console/policies/edit`);
  const template = async (name: string) => {
    await page.getByRole('button', { name: 'Add a usual rule' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await page.getByRole('button', { name: 'Add a usual rule' }).waitFor();
  while ((await rulesOf(olivia).count()) > 0)
    await page.getByRole('button', { name: 'Remove rule 1' }).click();
  await template('Refuse everything else');
  await template('Ask two people about new destinations');
  const [refuse, fresh] = ['always → refused', 'to a new destination → 2 approvals by people'];
  await expect.poll(() => sentencesOf(olivia)).toEqual([refuse, fresh]);
  const second = rulesOf(olivia).nth(1);
  await second.getByText('It never decides: rule 1 always comes first.').waitFor();
  await second.getByText('It asks for 2 approvals, and 1 person can approve.').waitFor();
  await checkScreen(olivia);

  await second.locator('[draggable]').dragTo(rulesOf(olivia).first());
  await expect.poll(() => sentencesOf(olivia)).toEqual([fresh, refuse]);
  expect(await page.getByText('It never decides').count()).toBe(0);
  await page.getByRole('button', { name: 'Move rule 1 down' }).press('Enter');
  await expect.poll(() => sentencesOf(olivia)).toEqual([refuse, fresh]);
  await page.getByRole('button', { name: 'Move rule 2 up' }).press('Enter');
  await page.getByRole('button', { name: 'Copy rule 1' }).click();
  await expect.poll(() => sentencesOf(olivia)).toEqual([fresh, fresh, refuse]);
  await choose(page, 'Destination', 'Known');
  await expect
    .poll(() => sentencesOf(olivia))
    .toEqual([fresh, 'to a known destination → 2 approvals by people', refuse]);
});

it('a policy is taken from JSON, and what the form cannot hold is refused', async () => {
  const { page } = olivia;
  await page.goto(`${desk.url}/console/policies/edit`);
  await page.getByRole('button', { name: 'JSON' }).click();
  const field = page.getByRole('textbox', { name: 'Policy' });
  const shown = JSON.parse(await field.inputValue()) as { rules: readonly object[] };
  expect(shown.rules).toEqual((await show()).active?.rules ?? []);
  await field.fill('{ "rules": [{ "verdict": "ALLOW", "network": "TRON" }] }');
  await page.getByRole('button', { name: 'Use this policy' }).click();
  await page.getByText('rules.0.network cannot be used here.').waitFor();
  await checkScreen(olivia);
  await field.fill('{ "rules": [{ "asset": "BTC", "amountTo": "2", "verdict": "ALLOW" }] }');
  await page.getByRole('button', { name: 'Use this policy' }).click();
  await expect.poll(() => sentencesOf(olivia)).toEqual(['at most 2 BTC → allowed']);
});

it('Enter in a field proposes nothing, and two groups of one name are refused at the field', async () => {
  const { page } = olivia;
  await addRule(olivia);
  const note = page.getByLabel('Note').last();
  await note.fill('Small ones.');
  await page
    .getByRole('list', { name: /^Changes/ })
    .getByText('(Small ones.)')
    .waitFor();
  for (const place of [0, 1]) {
    await page.getByRole('button', { name: 'Add a group' }).click();
    await page.getByLabel('Group', { exact: true }).nth(place).fill('treasury');
  }
  let sent = 0;
  page.on('request', (request) => (sent += request.method() === 'PUT' ? 1 : 0));
  await note.press('Enter');
  await page.getByRole('button', { name: 'Propose it' }).click();
  await page.getByText('Another group has this name.').waitFor();
  await checkScreen(olivia);
  expect(sent).toBe(0);
  expect((await show()).proposed).toBeNull();
});

it('the audit can be searched, and says that its chain was not verified yet', async () => {
  const { page } = anton;
  await page.goto(`${desk.url}/console/audit`);
  await page.getByText('The chain has not been verified yet.').waitFor();
  await page.getByRole('textbox', { name: 'Filter' }).click();
  await page.keyboard.type('action:withdrawal.cr');
  await page.getByRole('option', { name: 'withdrawal.create' }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('action:withdrawal.create');
  await expect.poll(() => page.locator('tr[data-row]').count()).toBe(3);
  await checkScreen(anton);
});
