import { expect } from 'vitest';
import { openPersonalData } from '../../../platform/personal-data/index.ts';
import { programEndpoints } from '../../program/index.ts';
import { put } from '../../testing/facts.ts';
import { post, walletEndpoints } from '../../wallets/index.ts';
import { openOffice, type Refusal } from '../../wallets/testing/office.ts';
import { disbursementEndpoints, type DisbursementSettings } from '../index.ts';
import type { Block, Disbursement } from '../schema.ts';
import { updateDisbursements } from '../store.ts';
import { NO_ISSUER } from './issuer.ts';
import { OFF_CHAIN } from './off-chain.ts';

export const OWN = '/api/partner/disbursements/';
export const ALL = '/api/manage/disbursements';

export interface Destination {
  readonly id: string;
  readonly status: string;
  readonly written_name: string;
  readonly iban: string;
  readonly usable_from: string | null;
  readonly reason: string | null;
}

type Shown = Omit<Disbursement, 'amount' | 'returned_amount'> & {
  readonly amount: number;
  readonly returned_amount: number | null;
};

interface Balance {
  readonly account_id: string;
  readonly balance: number;
  readonly reserved: number;
  readonly available: number;
  readonly paid: number;
  readonly debt: number;
  readonly blocks: Block[];
}

export interface Partner {
  readonly uid: string;
  readonly account: string;
  readonly currency: string;
}

const PAYPAL = { code: 'paypal', name: 'PayPal', account: 'E-mail address' };
export const GERMAN = { name: 'José Müller', iban: 'DE89 3704 0044 0532 0130 00' };
export const EXTERNAL = { kind: 'external', method: 'paypal', account: 'jose@example.com' };
export const FRENCH = { name: 'José Müller', iban: 'FR14 2004 1010 0505 0001 3M02 606' };

/** Seals who receives what is paid on chain. */
export const PERSONAL = openPersonalData([`first=${'k'.repeat(40)}`]);

/** An office with partners who ask for money, and managers who pay it. */
export async function openBureau(
  banks: DisbursementSettings['banks'] = [],
  issuer = NO_ISSUER,
  minimums: DisbursementSettings['minimums'] = [],
  onChain = OFF_CHAIN,
  personal = PERSONAL,
) {
  const office = await openOffice((facts) => [
    ...disbursementEndpoints(facts, {
      coolingOffHours: 72,
      minimums,
      banks,
      methods: [PAYPAL],
      onChain,
      issuer,
      personal,
    }),
    ...walletEndpoints(facts),
    ...programEndpoints(facts),
  ]);
  let partners = 0;
  const waiting: Partner[] = [];

  /** Brings several at once: taking facts in costs more than most of what these tests do. */
  async function bring(count: number, currency: string): Promise<Partner[]> {
    const brought = Array.from({ length: count }, () => {
      partners += 1;
      return { uid: `D${partners}`, account: `8000${partners}`, currency };
    });
    await put(office.bringing, 'partners', ...brought.map(({ uid }) => ({ partner_uid: uid })));
    await put(
      office.bringing,
      'partner-accounts',
      ...brought.map(({ uid, account }) => ({
        partner_account: account,
        partner_uid: uid,
        currency,
        account_name: 'Main',
        opened_on: '2024-01-01',
      })),
    );
    return brought;
  }

  /** A partner with an account in EUR. */
  async function join(amount: string, currency = 'EUR'): Promise<Partner> {
    if (currency === 'EUR' && waiting.length === 0) waiting.push(...(await bring(20, currency)));
    const [partner] = currency === 'EUR' ? waiting.splice(0, 1) : await bring(1, currency);
    if (partner === undefined) throw new Error('No partner was brought.');
    await credit(partner, amount);
    return partner;
  }

  let credits = 0;
  async function credit({ uid, account, currency }: Partner, amount: string): Promise<void> {
    credits += 1;
    const posting = {
      account_id: account,
      partner_uid: uid,
      name: 'Main',
      currency,
      type: 'reward',
    } as const;
    await office.database.db.transaction().execute((tx) =>
      post(tx, {
        kind: 'adjustment',
        reference: `test:${credits}`,
        at: office.time.now,
        postings: [{ ...posting, amount }],
      }),
    );
  }

  const save = (partner: Partner, body: object = GERMAN, actor = partner.uid) =>
    office.send<Destination & Refusal>(actor, 'POST', `${OWN}accounts/${partner.account}/destination/`, {
      body,
    });
  const decide = (id: string, decision: string, actor = 'manager:ada', body?: object) =>
    office.send<Destination & Refusal>(
      actor,
      'POST',
      `${ALL}/destinations/${id}/${decision}`,
      body && { body },
    );
  const request = (partner: Partner, amount?: string, headers: Record<string, string> = {}) =>
    office.send<Shown & Refusal>(partner.uid, 'POST', OWN, {
      body: { account_id: partner.account, ...(amount !== undefined && { amount }) },
      headers,
    });
  const approve = (numbers: number[], actor = 'manager:ada') =>
    office.send(actor, 'POST', `${ALL}/approve`, { body: { numbers } });
  const settle = (number: number, body: object, actor = 'manager:grace') =>
    office.send<Shown & Refusal>(actor, 'POST', `${ALL}/${number}/settle`, { body });
  const show = async (number: number) =>
    (await office.send<Shown>('manager:ada', 'GET', `${ALL}/${number}`)).body;
  const balance = async (partner: Partner) => {
    const { body } = await office.send<{ balances: Balance[] }>(partner.uid, 'GET', `${OWN}balances/`);
    return body.balances[0];
  };
  /** As fetching the file of a disbursement does. */
  const markSent = (number: number) =>
    updateDisbursements(office.database.db, [number], 'APPROVED', { status: 'SENT' }).execute();

  async function ready(amount = '100.005', details: object = GERMAN, currency = 'EUR') {
    const partner = await join(amount, currency);
    const { body } = await save(partner, details);
    expect((await decide(body.id, 'confirm')).status).toBe(200);
    return { ...partner, destination: body.id };
  }

  async function sent(amount?: string) {
    const partner = await ready();
    const { number } = (await request(partner, amount)).body;
    expect((await approve([number])).status).toBe(204);
    await markSent(number);
    return { partner, number };
  }

  return {
    office,
    join,
    credit,
    save,
    decide,
    markSent,
    request,
    approve,
    settle,
    show,
    balance,
    ready,
    sent,
  };
}
