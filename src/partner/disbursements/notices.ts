import type { Context } from '../../kernel/index.ts';
import { findHolders } from '../../platform/auth/index.ts';
import type { JobRequest } from '../../platform/jobs/index.ts';
import { occasion, type Matter, type NoticeKind } from '../../platform/notices/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { destinationChangedNotice, selectConfirmed } from './destinations/index.ts';
import type { DisbursementStatus } from './schema.ts';
import { selectDisbursement, type DisbursementRow } from './store.ts';

const services = ['partner'] as const;

/** Money that a partner asked for and that this manager can approve. */
const approvalNotice: NoticeKind = {
  name: 'disbursement.approval',
  summary: 'A disbursement waits for your approval.',
  services,
  grants: ['disbursements:manage'],
  texts: {
    en: {
      title: 'A disbursement waits for your approval',
      short: 'A partner has asked for money. Approve or cancel it.',
      full: 'Partner {partner} has asked for {amount} {currency}: disbursement {number}. Approve or cancel it.',
    },
    de: {
      title: 'Eine Auszahlung an einen Partner wartet auf Ihre Freigabe',
      short: 'Ein Partner hat Geld angefordert. Geben Sie es frei oder stornieren Sie es.',
      full: 'Partner {partner} hat {amount} {currency} angefordert: Auszahlung {number}. Geben Sie sie frei oder stornieren Sie sie.',
    },
  },
  async find(context, number, among) {
    const row = await read(context, number);
    if (row?.status !== 'REQUESTED') return undefined;
    const destinations = await selectConfirmed(context.db, row.tenant, [row]).execute();
    const notBy = [
      { by: row.requested_by, at: row.requested_at },
      ...destinations.map(({ saved_by: by, saved_at: at }) => ({ by, at })),
    ];
    return {
      people: await findHolders(context, { grant: 'disbursements:manage', among, notBy }),
      facts: factsOf(row),
      path: () => '/console/managed-disbursements',
    };
  },
};

const paidNotice: NoticeKind = {
  name: 'disbursement.paid',
  summary: 'Money that you asked for was paid.',
  services,
  grants: ['disbursements:edit'],
  isOfPartners: true,
  isPrivate: true,
  texts: {
    en: {
      title: 'Money that you asked for was paid',
      short: 'A disbursement to you was paid.',
      full: 'Disbursement {number} of {amount} {currency} was paid.',
    },
    de: {
      title: 'Geld, das Sie angefordert haben, wurde ausgezahlt',
      short: 'Eine Auszahlung an Sie wurde ausgeführt.',
      full: 'Die Auszahlung {number} über {amount} {currency} wurde ausgeführt.',
    },
  },
  find: (context, number, among) => findPayee(context, { number, among, status: 'PAID' }),
};

const failedNotice: NoticeKind = {
  name: 'disbursement.failed',
  summary: 'Money that you asked for could not be paid.',
  services,
  grants: ['disbursements:edit'],
  isOfPartners: true,
  isPrivate: true,
  texts: {
    en: {
      title: 'Money that you asked for could not be paid',
      short: 'A disbursement to you could not be paid. The money is in your balance again.',
      full: 'Disbursement {number} of {amount} {currency} could not be paid. The money is in your balance again. {reason}',
    },
    de: {
      title: 'Geld, das Sie angefordert haben, konnte nicht ausgezahlt werden',
      short: 'Eine Auszahlung an Sie ist gescheitert. Das Geld ist wieder in Ihrem Guthaben.',
      full: 'Die Auszahlung {number} über {amount} {currency} ist gescheitert. Das Geld ist wieder in Ihrem Guthaben. {reason}',
    },
  },
  find: (context, number, among) => findPayee(context, { number, among, status: 'FAILED' }),
};

const returnedNotice: NoticeKind = {
  name: 'disbursement.returned',
  summary: 'Money that was paid to you came back.',
  services,
  grants: ['disbursements:edit'],
  isOfPartners: true,
  isPrivate: true,
  texts: {
    en: {
      title: 'Money that was paid to you came back',
      short: 'Your bank or wallet has sent money back. It is in your balance again.',
      full: 'Of disbursement {number}, {returned} {currency} came back. It is in your balance again. {reason}',
    },
    de: {
      title: 'Geld, das an Sie ausgezahlt wurde, kam zurück',
      short: 'Ihre Bank oder Wallet hat Geld zurückgesendet. Es ist wieder in Ihrem Guthaben.',
      full: 'Von der Auszahlung {number} kamen {returned} {currency} zurück. Das Geld ist wieder in Ihrem Guthaben. {reason}',
    },
  },
  find: (context, number, among) => findPayee(context, { number, among, status: 'RETURNED' }),
};

export const disbursementNotices = [
  approvalNotice,
  paidNotice,
  failedNotice,
  returnedNotice,
  destinationChangedNotice,
] as const;

const OF_OUTCOME = { PAID: paidNotice, FAILED: failedNotice, RETURNED: returnedNotice } as const;

export const approvalOccasion = (number: number): JobRequest =>
  occasion(approvalNotice, String(number), { service: 'partner' });

export const outcomeOccasion = (number: number, outcome: keyof typeof OF_OUTCOME): JobRequest =>
  occasion(OF_OUTCOME[outcome], String(number), { service: 'partner' });

interface Payee {
  readonly number: string;
  readonly among: readonly string[] | undefined;
  readonly status: DisbursementStatus;
}

async function findPayee(
  context: Context<Db>,
  { number, among, status }: Payee,
): Promise<Matter | undefined> {
  const row = await read(context, number);
  if (row?.status !== status) return undefined;
  const ofPartner = { grant: 'disbursements:edit', partnerUid: row.partner_uid, among, notBy: [] };
  return {
    people: await findHolders(context, ofPartner),
    facts: factsOf(row),
    path: () => `/console/disbursements/${number}`,
  };
}

const read = ({ db, actor }: Context<Db>, number: string): Promise<DisbursementRow | undefined> =>
  selectDisbursement(db, actor.tenant, Number(number)).executeTakeFirst();

const factsOf = (row: DisbursementRow) => ({
  number: String(row.number),
  partner: row.partner_uid,
  amount: row.amount,
  currency: row.currency,
  returned: row.returned_amount ?? '',
  reason: row.reason ?? '',
});
