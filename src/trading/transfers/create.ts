import { Decimal, noFieldErrors, Problem, refuseFieldErrors, type Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { TravelRule } from '../../platform/personal-data/index.ts';
import { confirmAddress } from '../deposit-addresses/index.ts';
import type { VenueDirectory } from '../directory.ts';
import { createWithdrawal, type creationAt, type Managed } from '../withdrawals/index.ts';
import type { CreateTransfer, Transfer } from './schema.ts';
import { selectByReference, selectTransfer, type TransferRow } from './store.ts';
import { toTransfer } from './transfer.ts';

interface CreateInput {
  readonly body: CreateTransfer;
  readonly dryRun: boolean;
  readonly managed?: Managed;
}

interface Created {
  readonly transfer: Transfer;
  readonly replayed: boolean;
}

/**
 * Requests a withdrawal to our own address at another venue, by the same command as every withdrawal: policy, approvals
 * and at most once hold. The venue that receives is asked for the address first.
 */
export async function createTransfer(
  context: Context<Db>,
  tools: { readonly directory: VenueDirectory; readonly creation: ReturnType<typeof creationAt> },
  { body, dryRun, managed }: CreateInput,
): Promise<Created> {
  const { directory, creation } = tools;
  const { reference, fromVenue, toVenue, asset, amount, network, travelRule } = body;
  const { tenant } = context.actor;
  const hashOf = (data: TravelRule | undefined): string | null =>
    data ? creation.personal.hash(tenant, data) : null;
  // The address may have been replaced since: a repeat gets the first one.
  const earlier = dryRun
    ? undefined
    : await selectByReference(context.db, tenant, reference).executeTakeFirst();
  if (earlier) return { transfer: repeat(earlier, body, hashOf(travelRule)), replayed: true };
  await checkVenues(context, directory, body);
  const place = { venue: toVenue, asset: asset.code, network };
  const { address, tag } = await confirmAddress(context, directory, place, dryRun);
  const { withdrawal, replayed } = await createWithdrawal(context, creation, {
    body: {
      reference,
      venue: fromVenue,
      asset,
      amount,
      blockchainDestination: { network, address, ...(tag !== null && { tag }) },
      ...(travelRule && { travelRule }),
    },
    dryRun,
    toVenue,
    ...(managed && { managed }),
  });
  const row = await selectTransfer(context.db, tenant, withdrawal.id).executeTakeFirst();
  if (!row) throw new Problem('reference_reused', `The reference ${reference} belongs to a withdrawal.`);
  return { transfer: toTransfer(row), replayed };
}

function repeat(row: TransferRow, body: CreateTransfer, recipientHash: string | null): Transfer {
  const { destination } = row;
  const isSame =
    row.venue === body.fromVenue &&
    row.to_venue === body.toVenue &&
    row.asset === body.asset.code &&
    Decimal.parse(row.amount).equals(Decimal.parse(body.amount)) &&
    destination.kind === 'blockchain' &&
    destination.network === body.network &&
    // One that is never sent keeps nothing about people; one that says nothing may have what is saved with the address.
    (row.status === 'SIMULATED' || recipientHash === null || row.recipient_hash === recipientHash);
  if (isSame) return toTransfer(row);
  throw new Problem('reference_reused', `The reference ${body.reference} belongs to another transfer.`);
}

async function checkVenues(
  { actor }: Context<Db>,
  directory: VenueDirectory,
  { fromVenue, toVenue }: CreateTransfer,
): Promise<void> {
  const errors = noFieldErrors();
  if (fromVenue === toVenue) errors['toVenue'] = ['must be another venue than fromVenue'];
  refuseFieldErrors(errors);
  if (!(await directory.find(actor.tenant, fromVenue)))
    throw new Problem('not_found', `There is no venue ${fromVenue}.`);
  const listed = await directory.find(actor.tenant, toVenue);
  if (!listed) throw new Problem('not_found', `There is no venue ${toVenue}.`);
  if (listed.venue.deposits) return;
  errors['toVenue'] = [
    `${toVenue} does not list deposits through its API, so that nobody could see it arrive`,
  ];
  throw new Problem('unprocessable', 'It is not possible there: see toVenue.', { errors });
}
