import { sql } from 'kysely';
import { Decimal } from '../../../kernel/index.ts';
import { verifyAudit } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { keyOf, movedIn, type Books, type Chains, type Moved } from './chains.ts';

/** What the product shows as on its way. */
export interface InFlight {
  readonly asset: string;
  readonly amount: string;
  readonly leaving: string;
}

const ACCOUNT = 'MAIN';

const sum = (amounts: readonly (string | undefined)[]): Decimal =>
  amounts.reduce((total, amount) => total.plus(Decimal.parse(amount ?? '0')), Decimal.ZERO);

const isOn = ({ status }: Moved): boolean => status === 'accepted' || status === 'processing';

const stateOf = ({ status, hold }: Moved): string =>
  status === 'completed' ? 'credited' : status === 'failed' ? 'rejected' : (hold ?? 'pending');

const readWithdrawals = (db: Db) =>
  db
    .selectFrom('withdrawal')
    .select(['id', 'venue', 'asset', 'status', 'to_venue', 'receipt', 'waiting_reason'])
    .select(sql<string>`coalesce(charged_fee, fee, 0)::text`.as('cost'))
    .execute();

const readDeposits = (db: Db) =>
  db
    .selectFrom('deposit')
    .leftJoin('transfer_match', 'transfer_match.deposit_id', 'deposit.id')
    .select(['deposit.id', 'deposit.venue', 'venue_deposit_id', 'state', 'receipt', 'withdrawal_id'])
    .execute();

/** What the product does not know yet of what the exchanges say; empty when it has caught up. */
export async function behind(db: Db, books: Books, { arrived }: Chains): Promise<string[]> {
  const late: string[] = [];
  const moved = movedIn(books);
  const sent = new Map(moved.map((one) => [one.reference, one]));
  const withdrawals = await readWithdrawals(db);
  for (const { id, status, waiting_reason } of withdrawals) {
    const truth = sent.get(id);
    const wanted =
      truth?.status === 'completed' ? 'COMPLETED' : truth && isOn(truth) ? 'SUBMITTED' : 'FAILED';
    if (status !== wanted) late.push(`${id} is ${status} and not ${wanted}: ${waiting_reason}`);
  }
  const deposits = await readDeposits(db);
  const known = new Map(deposits.map((row) => [keyOf(row.venue, row.venue_deposit_id), row]));
  for (const one of moved) {
    if (one.kind !== 'deposit') continue;
    const row = known.get(keyOf(one.venue, one.id));
    if (row?.state !== stateOf(one) || row.receipt !== one.hash) {
      late.push(`${one.id} at ${one.venue} is ${row?.state ?? 'not known'} and not ${stateOf(one)}`);
    }
  }
  for (const [reference, deposit] of arrived) {
    const row = known.get(deposit);
    if (row?.withdrawal_id !== reference) late.push(`${reference} is not matched with ${deposit}`);
  }
  return late;
}

/** What must never be, whether or not the product has caught up. */
export async function findFaults(db: Db, books: Books, { arrived }: Chains): Promise<string[]> {
  const faults: string[] = [];
  const rows = await readWithdrawals(db);
  const known = new Map(rows.map((row) => [row.id, row]));
  const times = new Map<string | null, number>();
  for (const one of movedIn(books)) {
    if (one.kind !== 'withdrawal') continue;
    times.set(one.reference, (times.get(one.reference) ?? 0) + 1);
    const own = known.get(one.reference ?? '');
    if (own?.venue !== one.venue) faults.push(`${one.venue} has ${one.reference}, which we did not send`);
  }
  for (const [id, count] of times) if (count > 1) faults.push(`${id} was sent ${count} times`);
  for (const { venue, venue_deposit_id, withdrawal_id } of await readDeposits(db)) {
    if (withdrawal_id === null) continue;
    const own = arrived.get(withdrawal_id);
    const matched = keyOf(venue, venue_deposit_id);
    if (own !== matched) faults.push(`${withdrawal_id} became ${own}, and is matched with ${matched}`);
  }
  return faults;
}

const heldIn = (all: Books, asset: string): Decimal =>
  sum(
    [...all.values()].flatMap(({ accounts }) => {
      const here = accounts[ACCOUNT]?.[asset];
      return [here?.available, here?.withdrawing];
    }),
  );

/** Compares what the product says of money with the books of the exchanges, once it has caught up. */
export async function compareSums(
  db: Db,
  { before, books }: { readonly before: Books; readonly books: Books },
  { arrived, foreign }: Chains,
  inFlight: readonly InFlight[],
): Promise<string[]> {
  const faults: string[] = [];
  const moved = movedIn(books);
  const deposits = new Map(moved.map((one) => [keyOf(one.venue, one.id), one]));
  const rows = await readWithdrawals(db);
  for (const asset of new Set(rows.map((row) => row.asset))) {
    const own = moved.filter((one) => one.kind === 'withdrawal' && one.asset === asset);
    const leaving = own.filter(isOn);
    const between = own.filter(
      ({ status, reference }) =>
        status === 'completed' && deposits.get(arrived.get(reference ?? '') ?? '')?.status !== 'completed',
    );
    const shown = inFlight.find((row) => row.asset === asset);
    const [wanted, wantedLeaving] = [
      sum([...leaving, ...between].map(({ amount }) => amount)),
      sum(leaving.map(({ amount }) => amount)),
    ];
    const [amount, left] = [sum([shown?.amount]), sum([shown?.leaving])];
    if (!amount.equals(wanted) || !left.equals(wantedLeaving)) {
      faults.push(
        `${amount.toString()} ${asset} is in flight, ${left.toString()} of it leaving, and not ` +
          `${wanted.toString()} and ${wantedLeaving.toString()}`,
      );
    }
    const fees = sum(
      rows.flatMap(({ status, cost, ...row }) =>
        status === 'COMPLETED' && row.asset === asset ? [cost] : [],
      ),
    );
    const given = sum(
      moved
        .filter((one) => one.asset === asset && foreign.has(keyOf(one.venue, one.id)))
        .flatMap((one) => (one.status === 'completed' ? [one.amount] : [])),
    );
    const total = heldIn(books, asset).plus(amount).minus(left).plus(fees).minus(given);
    if (!total.equals(heldIn(before, asset))) {
      faults.push(`${total.toString()} ${asset} became of ${heldIn(before, asset).toString()}`);
    }
  }
  return faults;
}

/** What was written down on the way. */
export async function compareRecords(db: Db, accepted: ReadonlySet<string>): Promise<string[]> {
  const faults: string[] = [];
  const rows = await readWithdrawals(db);
  const known = new Set(rows.map(({ id }) => id));
  for (const id of accepted) if (!known.has(id)) faults.push(`${id} was accepted and is lost`);
  const events = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['type', 'resource_id', fn.countAll<string>().as('count')])
    .groupBy(['type', 'resource_id'])
    .execute();
  const countOf = (type: string, id: string): number =>
    Number(events.find((row) => row.type === type && row.resource_id === id)?.count ?? 0);
  for (const { id, state, withdrawal_id } of await readDeposits(db)) {
    if (countOf('deposit.seen', id) !== 1) faults.push(`${id} was seen more than once`);
    const credited = countOf('deposit.credited', id) - countOf('deposit.taken-back', id);
    if (credited !== (state === 'credited' ? 1 : 0)) faults.push(`${id} was credited ${credited} times`);
    if (withdrawal_id === null) continue;
    const matches = countOf('transfer.matched', withdrawal_id);
    if (matches !== 1) faults.push(`${withdrawal_id} was matched ${matches} times`);
  }
  const { fault } = await verifyAudit(db);
  if (fault) faults.push(`The audit chain is broken: ${JSON.stringify(fault)}`);
  return faults;
}
