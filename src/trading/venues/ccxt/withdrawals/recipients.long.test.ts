import { afterEach, describe, expect, it } from 'vitest';
import { Decimal } from '../../../../kernel/index.ts';
import type { TravelRule } from '../../../../platform/personal-data/index.ts';
import { fill } from '../../../travel-rule/index.ts';
import { MARKER, pathsIn, RECIPIENTS, without } from '../../../../platform/personal-data/testing/samples.ts';
import type { Call, Venue, WithdrawalRequest } from '../../port/index.ts';
import { askingIn as binanceIn } from '../exchanges/binance/testing/asking.ts';
import { askingIn as bitstampIn } from '../exchanges/bitstamp/testing/asking.ts';
import { askingIn as bybitIn } from '../exchanges/bybit/testing/asking.ts';
import { askingIn as coinbaseIn } from '../exchanges/coinbase/testing/asking.ts';
import { askingIn as okxIn } from '../exchanges/okx/testing/asking.ts';
import { connectTo } from '../testing/connect.ts';
import { startLoopback } from '../testing/loopback.ts';
import type { Asking } from '../testing/strict.ts';

let stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
  stops = [];
});

const patient = (): Call => ({ deadline: new Date(Date.now() + 10_000) });

async function open(id: string, asking: Asking, jurisdiction?: string) {
  const server = await startLoopback(asking.dialect);
  const venue = connectTo(id, server.port, jurisdiction === undefined ? {} : { jurisdiction });
  stops.push(
    () => server.goOffline(),
    () => venue.close(),
  );
  // The markets, and what the account is asked.
  await venue.describe(patient());
  return { server, venue, ...asking };
}

let made = 0;
const requestOf = (travelRule?: TravelRule): WithdrawalRequest => ({
  reference: `0197e0f0-2b1c-7cc1-a9a1-${String((made += 1)).padStart(12, '0')}`,
  asset: 'ETH',
  amount: Decimal.parse('0.5'),
  destination: { kind: 'blockchain', network: 'ETHEREUM', address: `0x${'ab'.repeat(20)}` },
  ...(travelRule && { travelRule }),
});

const submit = async (venue: Venue, request: WithdrawalRequest) => {
  // Exchanges that pay from another wallet get the money there first.
  await venue.withdrawals?.payingWallet?.fund({ withdrawal: request, reserved: Decimal.ZERO }, patient());
  return venue.withdrawals?.submit(request, patient());
};

/** Every imitation with the country of its account; Binance says that itself. */
const ACCOUNTS: readonly [name: string, id: string, ask: () => Asking, jurisdiction?: string][] = [
  ...['FR', 'AU', 'JP', 'KZ', 'ZA', 'BH', 'AE'].map(
    (country) => [`binance ${country}`, 'binance', () => binanceIn(country)] as const,
  ),
  ...['DE', 'TR', 'KZ', 'IN', 'KR'].map(
    (country) => [`bybit ${country}`, 'bybit', () => bybitIn(country), country] as const,
  ),
  ...['BS', 'DE'].map((country) => [`okx ${country}`, 'okx', () => okxIn(country), country] as const),
  ...['CA', 'BM', 'GB'].map(
    (country) => [`coinbase ${country}`, 'coinbase', () => coinbaseIn(country), country] as const,
  ),
  ['bitstamp', 'bitstamp', () => bitstampIn(), 'LU'],
].map(([name, id, ask, jurisdiction]) => [name, id, ask, jurisdiction] as never);

describe.each(ACCOUNTS)('%s', (_name, id, ask, jurisdiction) => {
  it('takes complete answers about every recipient that it pays, and would refuse one answer more or another', async () => {
    const { venue, forms, faults, fault } = await open(id, ask(), jurisdiction);
    for (const [who, data] of Object.entries(RECIPIENTS)) {
      const isPaid = venue.asks !== undefined && fill(venue.asks, data).errors === undefined;
      const sent = forms.length;
      const outcome = await submit(venue, requestOf(data));
      expect([who, outcome?.kind === 'answered', forms.length - sent, faults]).toEqual([
        who,
        isPaid,
        isPaid ? 1 : 0,
        [],
      ]);
    }
    expect(forms.length).toBeGreaterThan(1);
    const [form] = forms as [object];
    expect(fault({ ...form, surplus: 'x' })).toBe('surplus surplus');
    expect(fault(undefined)).toBe('no form');
    for (const [name, value] of Object.entries(form)) {
      expect(fault({ ...form, [name]: typeof value === 'object' ? {} : 0.5 })).toBeDefined();
    }
  });

  it('never sees an answer that is missing or wrong: the adapter refuses first', async () => {
    const { venue, forms, faults } = await open(id, ask(), jurisdiction);
    const whole = RECIPIENTS['a person with an account elsewhere'] as TravelRule;
    for (const path of pathsIn(whole)) {
      const less = without(whole, path);
      const needed = venue.asks && fill(venue.asks, less).errors !== undefined;
      if (!needed) continue;
      const sent = forms.length;
      const outcome = await submit(venue, requestOf(less));
      expect([path, outcome?.kind, forms.length]).toEqual([path, 'refused', sent]);
      expect(JSON.stringify(outcome)).not.toContain(MARKER);
    }
    expect((await submit(venue, requestOf()))?.kind).toBe('refused');
    expect([forms, faults]).toEqual([[], []]);
  });
});

describe('Binance', () => {
  const own = RECIPIENTS['our own wallet'] as TravelRule;

  it('says itself which questions an account gets, whatever is configured', async () => {
    const { venue } = await open('binance', binanceIn('JP'), 'FR');
    expect(venue.asks?.questions.map(({ name }) => name)).toContain('kanjiName');
  });

  it('that asks the questions of a country that is not known gets nothing', async () => {
    const asking = binanceIn('FR');
    const answer = asking.dialect.answer.bind(asking.dialect);
    asking.dialect.answer = (core, request) =>
      request.path.endsWith('questionnaire-requirements')
        ? { body: { questionnaireCountryCode: 'XX' } }
        : answer(core, request);
    const { venue, forms } = await open('binance', asking);
    expect(await submit(venue, requestOf(own))).toMatchObject({ kind: 'refused', code: 'travel-rule' });
    expect(forms).toEqual([]);
  });

  it('refuses with the status of a success, and its reason is kept', async () => {
    const asking = binanceIn('FR');
    const answer = asking.dialect.answer.bind(asking.dialect);
    for (const spelling of ['accepted', 'accpted']) {
      asking.dialect.answer = (core, request) =>
        request.path.endsWith('localentity/withdraw/apply')
          ? { body: { trId: 0, [spelling]: false, info: 'The declaration has expired' } }
          : answer(core, request);
      const { venue } = await open('binance', asking);
      expect(await submit(venue, requestOf(own))).toEqual({
        kind: 'refused',
        code: 'travel-rule',
        reason: 'The declaration has expired',
      });
    }
  });

  it('is understood when its refusal repeats the answers', async () => {
    const asking = binanceIn('FR');
    const answer = asking.dialect.answer.bind(asking.dialect);
    const info = 'Not valid: {"isAddressOwner":1,"sendTo":1}';
    asking.dialect.answer = (core, request) =>
      request.path.endsWith('localentity/withdraw/apply')
        ? { body: { trId: 0, accepted: false, info } }
        : answer(core, request);
    const { venue } = await open('binance', asking);
    expect(await submit(venue, requestOf(own))).toEqual({
      kind: 'refused',
      code: 'travel-rule',
      reason: info,
    });
  });

  it.each(['accepted', 'accpted'] as const)(
    'accepts in the spelling %s, and is found again',
    async (wording) => {
      const { venue, server } = await open('binance', binanceIn('FR', wording));
      const request = requestOf(own);
      const outcome = await submit(venue, request);
      const { reference, asset } = request;
      expect(outcome).toMatchObject({ kind: 'answered', value: { venueTransferId: 'trId:100', reference } });
      const submitted = { venueTransferId: 'trId:100', reference, asset };
      const status = () => venue.withdrawals?.status(submitted, patient());
      expect(await status()).toMatchObject({ kind: 'answered', value: { status: 'processing', reference } });
      server.core.settle(reference, 'completed');
      expect(await status()).toMatchObject({ value: { status: 'completed', hash: '0xhash' } });
      const listed = await venue.withdrawals?.list?.(new Date(Date.now() - 60_000), patient());
      expect(listed).toMatchObject({ kind: 'answered', value: [{ venueTransferId: 'trId:100', reference }] });
    },
  );

  it('that does not say whether it accepted leaves open what happened; the second list tells', async () => {
    const asking = binanceIn('FR', 'neither');
    const { venue } = await open('binance', asking);
    const request = requestOf(own);
    expect((await submit(venue, request))?.kind).toBe('unknown');
    const sought = { ...request, since: new Date() };
    expect(await venue.withdrawals?.find?.(sought, patient())).toMatchObject({
      value: { venueTransferId: 'trId:100' },
    });
    asking.isListed = false;
    expect(await venue.withdrawals?.find?.(sought, patient())).toEqual({ kind: 'answered', value: null });
  });

  it('is not believed to have nothing while its second list does not answer', async () => {
    const asking = binanceIn('FR');
    const answer = asking.dialect.answer.bind(asking.dialect);
    asking.dialect.answer = (core, request) =>
      request.path === '/sapi/v2/localentity/withdraw/history'
        ? { status: 400, body: { code: -1000, msg: 'An unknown error occurred.' } }
        : answer(core, request);
    const { venue } = await open('binance', asking);
    const outcome = await venue.withdrawals?.find?.({ ...requestOf(own), since: new Date() }, patient());
    expect(outcome?.kind).not.toBe('answered');
  });

  it('that refuses the answers later makes a person look there, and stays open', async () => {
    const asking = binanceIn('FR');
    const answer = asking.dialect.answer.bind(asking.dialect);
    const { venue } = await open('binance', asking);
    const request = requestOf(own);
    await submit(venue, request);
    asking.dialect.answer = (core, input) => {
      const said = answer(core, input);
      if (!input.path.endsWith('localentity/withdraw/history')) return said;
      const rows = said.body as Record<string, unknown>[];
      return {
        body: rows.map(({ withdrawalStatus: _status, ...row }) => ({
          ...row,
          travelRuleStatus: 2,
          info: 'Name',
        })),
      };
    };
    const { reference, asset } = request;
    const submitted = { venueTransferId: 'trId:100', reference, asset };
    expect(await venue.withdrawals?.status(submitted, patient())).toMatchObject({
      value: { status: 'processing', waitsFor: expect.stringContaining('Binance has refused') as string },
    });
  });
});

it.each([
  ['6', { status: 'completed', hash: '0xother' }],
  ['1', { status: 'failed' }],
  ['3', { status: 'failed' }],
  ['4', { status: 'processing' }],
])(
  'what Binance refused and shows with the status %s in its plain list alone is %j',
  async (plain, expected) => {
    const asking = binanceIn('FR');
    const answer = asking.dialect.answer.bind(asking.dialect);
    const { venue } = await open('binance', asking);
    const request = requestOf(RECIPIENTS['our own wallet']);
    await submit(venue, request);
    asking.dialect.answer = (core, input) => {
      const { path } = input;
      const listed = answer(core, { ...input, path: '/sapi/v2/localentity/withdraw/history' });
      const rows = listed.body as Record<string, unknown>[];
      if (path === '/sapi/v2/localentity/withdraw/history')
        return {
          body: rows.map(({ withdrawalStatus: _status, id: _id, ...row }) => ({
            ...row,
            travelRuleStatus: 2,
          })),
        };
      if (path !== '/sapi/v1/capital/withdraw/history') return answer(core, input);
      return {
        body: rows.map(({ withdrawalStatus: _status, trId: _id, questionnaire: _form, ...row }) => ({
          ...row,
          status: plain,
          txId: '0xother',
        })),
      };
    };
    const { reference, asset } = request;
    const submitted = { venueTransferId: 'trId:100', reference, asset };
    expect(await venue.withdrawals?.status(submitted, patient())).toMatchObject({
      kind: 'answered',
      value: { venueTransferId: 'trId:100', reference, ...expected },
    });
  },
);

it.each<[string, Asking, string | undefined, string]>([
  ['binance', binanceIn('FR'), undefined, 'KRAKEN'],
  ['bybit', bybitIn('DE'), 'DE', 'kraken'],
  ['okx', okxIn('DE'), 'DE', 'did:ethr:0x1'],
  ['bitstamp', bitstampIn(), 'LU', 'a1b2'],
])('%s lists the providers that it knows', async (id, asking, jurisdiction, expected) => {
  const { venue } = await open(id, asking, jurisdiction);
  expect(await venue.counterparties?.(patient())).toEqual({
    kind: 'answered',
    value: [{ id: expected, name: 'Kraken' }],
  });
});
