import { setTimeout as sleep } from 'node:timers/promises';
import { Big } from 'big.js';
import type { Random } from '../../../trading/withdrawals/testing/random.ts';
import { ACCOUNTS, DESTINATIONS, type Account } from './accounts.ts';
import { expectStatus } from './caller.ts';
import type { World } from './open.ts';

/** What partners, managers, payers and those who vote do, each again and again. */
export const STEPS: readonly ((world: World, random: Random) => Promise<void>)[] = [
  earn,
  ask,
  ask,
  approve,
  cancel,
  payByBank,
  payOtherwise,
  vote,
];

const OWN = '/api/partner/disbursements/';
const ALL = '/api/manage/disbursements';

interface Listed {
  readonly number: number;
  readonly account_id: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: string;
  readonly destination: { readonly kind: string } | null;
}

async function earn(world: World, random: Random): Promise<void> {
  const isTaken = random.strikes(0.1);
  const amount = new Big(1 + random.below(isTaken ? 3_000 : 30_000)).div(100);
  await enter(world, pick(ACCOUNTS, random), isTaken ? 'clawback' : 'bonus', amount);
}

export async function enter(
  world: World,
  { uid, id }: Account,
  kind: 'bonus' | 'clawback',
  amount: Big,
): Promise<void> {
  const entry = { account_id: id, kind, amount: amount.toFixed(2), reason: 'Spring' };
  const proposed = await send(world, 'ada', `/api/manage/partners/${uid}/entries`, entry);
  expectStatus('a proposal', proposed, 201);
  const { id: proposal } = JSON.parse(proposed.text) as { id: string };
  const confirmed = await send(world, 'grace', `/api/manage/proposals/${proposal}/confirm`);
  expectStatus('the confirmation of a proposal', confirmed, 200);
  const change = kind === 'bonus' ? amount : amount.times(-1);
  world.earned.set(id, (world.earned.get(id) ?? new Big(0)).plus(change));
}

async function ask(world: World, random: Random): Promise<void> {
  const account = pick(ACCOUNTS, random);
  // A smaller withdrawal would be refused.
  const amount = new Big((account.way === 'chain' ? 1_000 : 1) + random.below(8_000)).div(100);
  if (world.requested.size >= world.allowed) return;
  const body = { account_id: account.id, amount: amount.toFixed(2) };
  const answer = await send(world, account.uid, OWN, body);
  expectStatus('a request', answer, 201, 422);
  if (answer.status === 422) {
    if (answer.text.includes('no confirmed destination')) await saveDestination(world, account);
    return;
  }
  const { number } = JSON.parse(answer.text) as Listed;
  if (world.requested.has(number))
    world.faults.push(`Two requests were answered with disbursement ${number}.`);
  world.requested.set(number, { account, amount });
}

export async function saveDestination(world: World, account: Account): Promise<void> {
  const path = `${OWN}accounts/${account.id}/destination/`;
  const saved = await send(world, account.uid, path, DESTINATIONS[account.way]);
  expectStatus('a destination', saved, 201);
  const { id } = JSON.parse(saved.text) as { id: string };
  // Another one of the same partner may have replaced it.
  expectStatus('its confirmation', await send(world, 'ada', `${ALL}/destinations/${id}/confirm`), 200, 409);
}

async function approve(world: World, random: Random): Promise<void> {
  const waiting = await list(world, 'grace', 'REQUESTED');
  const numbers = waiting.slice(0, 1 + random.below(3)).map(({ number }) => number);
  if (numbers.length === 0) return;
  const answer = await send(world, 'grace', `${ALL}/approve`, { numbers });
  expectStatus('an approval', answer, 204, 409, 422);
  const [first] = numbers;
  // What is blocked would be in the way of the others.
  if (answer.status === 422)
    expectStatus(
      'a cancellation',
      await send(world, 'ada', `${ALL}/${first}/cancel`, { reason: 'Blocked.' }),
      200,
      409,
    );
}

async function cancel(world: World, random: Random): Promise<void> {
  await sleep(random.below(3_000));
  const [found] = await list(world, 'ada', random.strikes(0.5) ? 'REQUESTED' : 'APPROVED');
  if (!found) return;
  const answer = await send(world, 'ada', `${ALL}/${found.number}/cancel`, { reason: 'Not now.' });
  expectStatus('a cancellation', answer, 200, 409);
}

async function payByBank(world: World, random: Random): Promise<void> {
  await sleep(random.below(300));
  const sealed = await send(world, 'ada', `${ALL}/files`, { bank: 'main' });
  expectStatus('a file', sealed, 201, 422);
  if (sealed.status === 422) return;
  const { number } = (JSON.parse(sealed.text) as { file: { number: number } }).file;
  if (random.strikes(0.15)) {
    expectStatus('its unsealing', await send(world, 'ada', `${ALL}/files/${number}/unseal`), 200);
    return;
  }
  const [first, second] = [await fetchFile(world, number), await fetchFile(world, number)];
  if (first !== second) world.faults.push(`File ${number} was fetched with different bytes.`);
  const answers = `${world.url}${ALL}/banks/main/answers`;
  for (const xml of world.bank.take(first, random))
    expectStatus('an answer of the bank', await world.post('bank', answers, xml, 'application/xml'), 200);
}

async function fetchFile(world: World, number: number): Promise<string> {
  const answer = await send(world, 'ada', `${ALL}/files/${number}/fetch`);
  expectStatus('fetching a file', answer, 200);
  return answer.text;
}

async function payOtherwise(world: World, random: Random): Promise<void> {
  const found = (await list(world, 'payer', 'SENT')).find(
    ({ destination }) => destination?.kind === 'external',
  );
  if (!found) return;
  const { number, amount, currency } = found;
  const isPaid = random.strikes(0.8);
  const said = {
    outcome: isPaid ? 'PAID' : 'FAILED',
    amount: new Big(amount).toFixed(2),
    currency,
    reference: `X${number}`,
    ...(!isPaid && { reason: 'The account is closed.' }),
  };
  const path = `${ALL}/${number}/confirm`;
  const wrong = new Big(amount).plus('0.01').toFixed(2);
  if (random.strikes(0.3))
    expectStatus(
      'a confirmation of another amount',
      await send(world, 'payer', path, { ...said, amount: wrong }),
      400,
    );
  expectStatus('a confirmation', await send(world, 'payer', path, said), 200);
  (isPaid ? world.external.paid : world.external.failed).add(number);
  if (random.strikes(0.3)) expectStatus('the same again', await send(world, 'payer', path, said), 200);
  const other = { ...said, outcome: isPaid ? 'FAILED' : 'PAID', reason: 'Not so.' };
  if (random.strikes(0.3)) expectStatus('the opposite', await send(world, 'payer', path, other), 409);
  if (!isPaid || !random.strikes(0.1)) return;
  const back = { outcome: 'RETURNED', reason: 'It came back.' };
  expectStatus('a return by hand', await send(world, 'bank', `${ALL}/${number}/settle`, back), 200);
  world.external.returned.add(number);
}

export async function vote(world: World, random: Random): Promise<void> {
  const answer = await world.get('voter', `${world.trading}/trade/v1/approvals`);
  expectStatus('the withdrawals that wait', answer, 200);
  const [waiting] = (JSON.parse(answer.text) as { content: { id: string }[] }).content;
  if (!waiting) return sleep(50);
  const decision = random.strikes(0.85) ? 'APPROVE' : 'REJECT';
  const path = `${world.trading}/trade/v1/venues/withdrawals/${waiting.id}/votes`;
  expectStatus('a vote', await world.post('voter', path, { decision }), 201, 409);
}

async function list(world: World, who: string, status: string): Promise<readonly Listed[]> {
  const answer = await world.get(who, `${world.url}${ALL}?status=${status}&limit=100`);
  expectStatus('a list', answer, 200);
  return (JSON.parse(answer.text) as { disbursements: Listed[] }).disbursements;
}

function send(world: World, who: string, path: string, body?: object) {
  return world.post(who, `${world.url}${path}`, body);
}

const pick = <T>(list: readonly T[], random: Random): T => list[random.below(list.length)] as T;
