import type { Static } from 'typebox';
import { Problem, type Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { writtenForm, type DestinationDetails } from './destinations/index.ts';
import type {
  Disbursement,
  DISBURSEMENTS,
  DisbursementsQuery,
  MANAGED_DISBURSEMENTS,
  ManagedDisbursement,
} from './schema.ts';
import { countDisbursements, selectDisbursement, selectDisbursements, selectPayees } from './store.ts';
import { shown, toDisbursement } from './to-disbursement.ts';

/** One page, newest first. */
export async function listDisbursements(
  { db, actor: { tenant } }: Context<Db>,
  { limit = 100, offset = 0, ...query }: DisbursementsQuery,
): Promise<Static<typeof DISBURSEMENTS>> {
  const filter = {
    status: query.status ?? null,
    partner: query.partner_uid ?? null,
    account: query.account_id ?? null,
    run: query.run ?? null,
  };
  const { count } = await countDisbursements(db, tenant, filter).executeTakeFirstOrThrow();
  const rows = await selectDisbursements(db, tenant, filter, limit, offset).execute();
  return { disbursements: rows.map((row) => shown(toDisbursement(row))), count };
}

/** Those of other partners are not found. */
export async function showDisbursement(
  { db, actor }: Context<Db>,
  number: number,
  partnerUid?: string,
): Promise<Disbursement> {
  const row = await selectDisbursement(db, actor.tenant, number).executeTakeFirst();
  if (!row || (partnerUid !== undefined && row.partner_uid !== partnerUid))
    throw new Problem('not_found', `There is no disbursement ${number}.`);
  return toDisbursement(row);
}

/** One page of all partners, with where the money goes. */
export async function listManaged(
  context: Context<Db>,
  query: DisbursementsQuery,
): Promise<Static<typeof MANAGED_DISBURSEMENTS>> {
  const { disbursements, count } = await listDisbursements(context, query);
  const payeeOf = await readPayees(
    context,
    disbursements.map(({ number }) => number),
  );
  return { disbursements: disbursements.map((each) => ({ ...each, ...payeeOf(each.number) })), count };
}

export async function showManaged(context: Context<Db>, number: number): Promise<ManagedDisbursement> {
  const found = await showDisbursement(context, number);
  const payeeOf = await readPayees(context, [number]);
  return { ...shown(found), ...payeeOf(number) };
}

type Payee = Pick<ManagedDisbursement, 'destination' | 'paid_before'>;
const NOBODY: Payee = { destination: null, paid_before: 0 };

async function readPayees(
  { db, actor }: Context<Db>,
  numbers: readonly number[],
): Promise<(number: number) => Payee> {
  const rows = await selectPayees(db, actor.tenant, numbers).execute();
  const payees = new Map(
    rows.map(({ number, details, paid_before }): [number, Payee] => [
      number,
      { destination: payeeOf(details), paid_before },
    ]),
  );
  return (number) => payees.get(number) ?? NOBODY;
}

function payeeOf(details: DestinationDetails): NonNullable<Payee['destination']> {
  switch (details.kind) {
    case 'external':
      return { kind: 'external', name: details.method, account: details.account };
    case 'chain':
      return { kind: 'chain', name: details.network, account: details.wallet };
    default:
      return { kind: 'bank', name: writtenForm(details.name), account: details.iban };
  }
}
