import { Big } from 'big.js';
import { verifyAudit } from '../../../platform/audit/index.ts';
import { ACCOUNTS, type Account } from './accounts.ts';
import { expectStatus } from './caller.ts';
import { checkBooks, checkFigures, type Shown } from './check-books.ts';
import type { World } from './open.ts';

/** What must hold after every kill. */
export async function checkNow(world: World): Promise<void> {
  world.faults.push(...(await checkBooks(world.sql)));
  for (const account of ACCOUNTS) world.faults.push(...checkFigures(await figuresOf(world, account)));
}

/** What every book says about every disbursement and every account, and how many ended how. */
export async function compare(world: World): Promise<Record<string, number>> {
  const { sql, db, requested, earned, bank, external, exchange, faults } = world;
  faults.push(...(await checkBooks(sql)));
  const { fault } = await verifyAudit(db);
  if (fault) faults.push(`The audit chain is broken: ${JSON.stringify(fault)}`);
  const rows = await sql<{ number: number; status: string; back: string; withdrawal: string | null }[]>`
    select number::int as number, disbursement.status, coalesce(returned_amount, 0)::text as back,
      withdrawal.status as withdrawal
    from disbursement left join withdrawal on withdrawal.reference = 'disbursement:' || number order by 1`;
  if (rows.length !== requested.size)
    faults.push(`${rows.length} disbursements exist, and ${requested.size} requests were answered.`);
  const left = new Map(earned);
  const endings: Record<string, number> = {};
  for (const { number, status, back, withdrawal } of rows) {
    const known = requested.get(number);
    if (!known) {
      faults.push(`Nobody was answered that disbursement ${number} exists.`);
      continue;
    }
    const { account, amount } = known;
    const ending = `${account.way} ${status}`;
    endings[ending] = (endings[ending] ?? 0) + 1;
    const isPaid = bank.paid.has(number) || external.paid.has(number) || withdrawal === 'COMPLETED';
    const returned = bank.returned.get(number) ?? (external.returned.has(number) ? amount : new Big(0));
    const hasFailed =
      bank.rejected.has(number) || external.failed.has(number) || /FAILED|CANCELLED/.test(withdrawal ?? '');
    const fits =
      isPaid === (status === 'PAID' || status === 'RETURNED') &&
      hasFailed === (status === 'FAILED') &&
      returned.eq(back);
    if (!fits) faults.push(`Disbursement ${number} is ${ending}, which who paid it does not say.`);
    if (isPaid) left.set(account.id, (left.get(account.id) ?? new Big(0)).minus(amount).plus(returned));
  }
  for (const account of ACCOUNTS) {
    const shown = await figuresOf(world, account);
    faults.push(...checkFigures(shown));
    if (!left.get(account.id)?.eq(shown.balance))
      faults.push(
        `Account ${account.id} has ${shown.balance} instead of ${left.get(account.id)?.toString()}.`,
      );
  }
  const transfers = (await exchange.control.state()).transfers.filter(({ kind }) => kind === 'withdrawal');
  if (new Set(transfers.map(({ reference }) => reference)).size !== transfers.length)
    faults.push('The venue has sent a withdrawal twice.');
  return endings;
}

async function figuresOf(world: World, { uid, id }: Account): Promise<Shown> {
  const answer = await world.get(uid, `${world.url}/api/partner/disbursements/balances/`);
  expectStatus('balances', answer, 200);
  const [shown] = (JSON.parse(answer.text) as { balances: Shown[] }).balances;
  if (!shown) throw new Error(`The account ${id} has no figures.`);
  return shown;
}
