import type { Static } from 'typebox';
import type { FactsContext } from '../facts/handle/index.ts';
import { partnerOf } from '../requests/index.ts';
import { listAccounts, readFigures } from '../wallets/index.ts';
import { blocksOf } from './blocks.ts';
import { findSuspended, readBlocks } from './circumstances.ts';
import type { Issuer } from './documents/index.ts';
import { wholeUnits } from './minor-units.ts';
import type { BALANCES } from './schema.ts';

/** What each account of the partner has, what of it can be asked for, and why nothing can. */
export async function listBalances(context: FactsContext, issuer: Issuer): Promise<Static<typeof BALANCES>> {
  const { db, actor, clock } = context;
  const partnerUid = partnerOf(actor);
  const accounts = (await listAccounts(context)).filter(({ type }) => type === 'reward');
  const ids = accounts.map(({ id }) => id);
  const now = clock.now();
  const suspendedSince = (await findSuspended(context)).get(partnerUid);
  const owned = ids.map((id) => ({ account_id: id, partner_uid: partnerUid }));
  const asked = { tenant: actor.tenant, accounts: owned, issuer, now };
  const { destinations, blocks, unsigned } = await readBlocks(db, asked);
  const isUnsigned = unsigned.has(partnerUid);
  const figuresOf = await readFigures(db, ids, now);
  return {
    balances: accounts.map(({ id, currency }) => {
      const figures = figuresOf(id);
      const { balance, held, reserved_rebates, reserved_disbursements, available, paid, debt } = figures;
      const block = blocks.get(partnerUid);
      const state = {
        currency,
        figures,
        destination: destinations.get(id),
        block,
        isUnsigned,
        suspendedSince,
      };
      return {
        account_id: id,
        currency,
        balance: balance.trim(),
        held: held.trim(),
        reserved: reserved_rebates.plus(reserved_disbursements).trim(),
        available: wholeUnits(available, currency).trim(),
        paid: paid.trim(),
        debt: debt.trim(),
        blocks: blocksOf(state, now),
      };
    }),
  };
}
