import type { Decimal } from '../../../../kernel/index.ts';
import { answered, notSent, refused, type FeeKind, type Outcome } from '../../port/index.ts';
import type { ApiContext } from '../api-context.ts';
import { decimal, UNKNOWN_KIND } from '../describe.ts';
import { explain } from '../outcomes/explain.ts';
import type { Profile, WireDestination } from '../profile.ts';

/** The fee of a withdrawal, asked for anew where the amount to send depends on it; undefined where it does not matter. */
export async function quote(
  { exchange, transport, feeKind }: ApiContext,
  profile: Profile | undefined,
  to: WireDestination,
  amount: Decimal,
): Promise<Outcome<Decimal | undefined>> {
  const announced = decimal(to.fee);
  if (feeKind === 'on top') return answered(announced);
  if (feeKind === undefined) return announced?.isZero ? answered(announced) : refused('fee', UNKNOWN_KIND);
  let fee: Decimal | undefined;
  try {
    const ask = profile?.withdrawals.fee.quote;
    fee = ask ? decimal(await ask(exchange, to, amount.toString())) : announced;
  } catch (error) {
    const outcome = explain(error, transport.delivery(), profile);
    // Only a question was sent so far.
    return outcome.kind === 'unknown' ? notSent(outcome.reason, outcome.cause) : outcome;
  }
  if (fee && fee.sign >= 0) return answered(fee);
  return refused(
    'fee',
    `The exchange takes its fee out of the amount and names no fixed fee for ${to.assetId} on ${to.network}, ` +
      'so that nobody can say what the payee would receive. Use another network or another venue.',
  );
}

/** What the exchange must be asked for so that the payee receives the amount. */
export const amountToSend = (kind: FeeKind | undefined, amount: Decimal, fee: Decimal | undefined): Decimal =>
  kind === 'inside' && fee ? amount.plus(fee).trim() : amount;
