import { Big } from 'big.js';
import type { Sql } from 'postgres';

/** What must hold after every step and kill: each query finds what does not. */
const RULES: Readonly<Record<string, string>> = {
  'the figures of an account are the sums of its ledger': `
    select id from wallet_account
    where balance <> (select coalesce(sum(amount), 0) from wallet_entry where account_id = wallet_account.id)
      or reserved_disbursements <> (select coalesce(sum(amount), 0) from wallet_reservation
        where account_id = wallet_account.id and reference like 'disbursement:%')
      or paid <> (select coalesce(-sum(amount), 0) from wallet_entry
        where account_id = wallet_account.id and kind in ('disbursement', 'return'))`,
  'nobody has asked for more than was available': `
    select id from wallet_account
    where balance - held - reserved_disbursements <
      (select coalesce(sum(amount), 0) from wallet_entry where account_id = wallet_account.id and kind = 'clawback')`,
  'an open disbursement has its reservation and no entry, a paid one the reverse, others neither': `
    select number, status from disbursement
    where (select coalesce(sum(amount), 0) from wallet_reservation
        where account_id = disbursement.account_id and reference = 'disbursement:' || number)
        <> case when status in ('REQUESTED', 'APPROVED', 'SEALED', 'SENT', 'ACCEPTED') then amount else 0 end
      or (select coalesce(-sum(amount), 0) from wallet_entry where reference = 'disbursement:' || number)
        <> case when status in ('PAID', 'RETURNED') then amount else 0 end
      or (select coalesce(sum(amount), 0) from wallet_entry where reference = 'disbursement:' || number || ':return')
        <> coalesce(returned_amount, 0)`,
  'no entry and no reservation is of a disbursement that does not exist': `
    select reference from (
      select reference from wallet_entry where kind in ('disbursement', 'return')
      union all select reference from wallet_reservation where reference like 'disbursement:%'
    ) as moved where split_part(reference, ':', 2)::bigint not in (select number from disbursement)`,
  'nobody approved what they asked for, or a destination that they saved': `
    select number from disbursement left join disbursement_destination on id = destination_id
    where approved_by in (requested_by, saved_by)`,
  'a file has the bytes that were sealed, and the sum of its lines': `
    select number from disbursement_file
    where unsealed_at is null and (
      total <> (select sum(amount) from disbursement where file_number = disbursement_file.number)
      or sha256 <> (select sha256(string_agg(content, ''::bytea order by part)) from disbursement_file_part
        where file_number = disbursement_file.number))`,
  'a disbursement has at most one withdrawal, of the same amount, and only if it goes to a chain': `
    select reference, count(*) from withdrawal
      left join disbursement on reference = 'disbursement:' || number
      left join disbursement_destination on disbursement_destination.id = destination_id
    group by reference
    having count(*) > 1 or bool_or(withdrawal.amount is distinct from disbursement.amount)
      or bool_or(details ->> 'kind' is distinct from 'chain')`,
};

/** The rules that the database breaks. */
export async function checkBooks(sql: Sql): Promise<string[]> {
  const faults: string[] = [];
  for (const [rule, query] of Object.entries(RULES)) {
    const rows = await sql.unsafe(query);
    if (rows.length > 0) faults.push(`Not true that ${rule}: ${JSON.stringify(rows.slice(0, 3))}`);
  }
  return faults;
}

/** What the API shows of an account. */
export interface Shown {
  readonly account_id: string;
  readonly currency: string;
  readonly balance: number;
  readonly held: number;
  readonly reserved: number;
  readonly available: number;
  readonly paid: number;
  readonly debt: number;
}

/** Whether the figures of one answer fit to each other. */
export function checkFigures(shown: Shown): string[] {
  const { balance, held, reserved, available, debt } = shown;
  const cleared = new Big(balance).minus(held);
  const free = cleared.minus(reserved).round(shown.currency === 'USDT' ? 6 : 2, Big.roundDown);
  const fits =
    free.gt(0) === available > 0 &&
    (available === 0 || free.eq(available)) &&
    (cleared.lt(0) ? cleared.times(-1).eq(debt) : debt === 0);
  return fits ? [] : [`The figures of an account do not fit: ${JSON.stringify(shown)}`];
}
