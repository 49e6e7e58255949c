import type { Tx } from '../../platform/postgres/index.ts';
import { issueInvoices, validAgreements, wantsDocuments, type Issuer } from './documents/index.ts';
import { insertWithdrawals } from './chain/index.ts';
import { announce, approveDisbursements } from './store.ts';

interface Approving {
  readonly tenant: string;
  readonly numbers: readonly number[];
  readonly by: string;
  readonly now: Date;
  readonly issuer: Issuer;
}

/**
 * Approves disbursements within the caller's transaction; undefined if one has changed. What no bank pays is handed over
 * at once: it is out of our hands when others know of it, so that nothing takes the approval back, and it gets its
 * document now.
 */
export async function approveNow(
  tx: Tx,
  { tenant, numbers, by, now, issuer }: Approving,
): Promise<true | undefined> {
  const approved = await approveDisbursements(tx, numbers, by, now).execute();
  if (approved.length < numbers.length) return undefined;
  await announce(tx, 'disbursement.approved', numbers, now).execute();
  const onChain = approved.filter(({ status }) => status === 'SEALED').map(({ number }) => number);
  await insertWithdrawals(tx, onChain).execute();
  const handed = wantsDocuments(issuer) ? approved.filter(({ status }) => status !== 'APPROVED') : [];
  const partners = handed.map(({ partner_uid }) => partner_uid);
  const agreements = await validAgreements(tx, tenant, partners, now);
  const billed = handed
    .toSorted((one, other) => one.number - other.number)
    .flatMap((line) => {
      const agreement = agreements.get(line.partner_uid);
      return agreement ? [{ ...line, agreement }] : [];
    });
  await issueInvoices(tx, { tenant, issuer, at: now }, billed);
  // A partner whose agreement has ended since the check is blocked.
  return billed.length === handed.length ? true : undefined;
}
