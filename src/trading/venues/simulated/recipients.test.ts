import { afterEach, expect, it } from 'vitest';
import { asking } from '../../../../exchange/testing/profile.ts';
import { Decimal, newId } from '../../../kernel/index.ts';
import type { TravelRule } from '../../../platform/personal-data/index.ts';
import { fill } from '../../travel-rule/index.ts';
import { MARKER, pathsIn, RECIPIENTS, without } from '../../../platform/personal-data/testing/samples.ts';
import type { Call, WithdrawalRequest } from '../port/index.ts';
import { startTestExchange, type TestExchange } from '../testing/start.ts';
import { BENEFICIARY } from './travel-rule.ts';

let stop: () => Promise<void> = async () => {};
afterEach(() => stop());

async function open(profile = asking): Promise<TestExchange> {
  const exchange = await startTestExchange(profile);
  stop = exchange.stop;
  return exchange;
}

const patient = (): Call => ({ deadline: new Date(Date.now() + 10_000) });

const requestOf = (travelRule?: TravelRule): WithdrawalRequest => ({
  reference: newId(),
  asset: 'ETH',
  amount: Decimal.parse('0.5'),
  destination: { kind: 'blockchain', network: 'ETHEREUM', address: `0x${'ab'.repeat(20)}` },
  ...(travelRule && { travelRule }),
});

/** With the names of the provider and of purposes that this exchange has. */
const known = (data: TravelRule, provider = 'MRDN'): TravelRule =>
  data.wallet.kind === 'HOSTED'
    ? { ...data, wallet: { kind: 'HOSTED', provider: { name: 'Meridian', ids: { simulated: provider } } } }
    : data;
const PERSON = known(RECIPIENTS['a person with an account elsewhere'] as TravelRule);

it('what an account is asked is known with its description, and others are asked nothing', async () => {
  const { venue } = await open();
  expect(venue.asks).toBeUndefined();
  await venue.describe(patient());
  expect(venue.asks).toBe(BENEFICIARY);
  await stop();
  const other = await startTestExchange();
  stop = other.stop;
  await other.venue.describe(patient());
  expect(other.venue.asks).toBeUndefined();
  expect((await other.venue.withdrawals?.submit(requestOf(PERSON), patient()))?.kind).toBe('answered');
});

it('takes complete answers about every recipient, and the exchange has them as they were given', async () => {
  const { venue, control } = await open();
  for (const [who, data] of Object.entries(RECIPIENTS)) {
    const request = requestOf(known(data));
    // Also where nobody has read yet what is asked.
    expect([who, (await venue.withdrawals?.submit(request, patient()))?.kind]).toEqual([who, 'answered']);
    const { transfers } = await control.state();
    const { beneficiary } = transfers.find(({ reference }) => reference === request.reference) ?? {};
    const filled = fill(BENEFICIARY, known(data));
    expect([who, beneficiary]).toEqual([who, filled.errors ?? filled.answers]);
  }
});

it('the exchange never sees an answer that is missing: the adapter refuses first', async () => {
  const { venue, control } = await open();
  for (const path of pathsIn(PERSON)) {
    const less = without(PERSON, path);
    if (fill(BENEFICIARY, less).errors === undefined) continue;
    const outcome = await venue.withdrawals?.submit(requestOf(less), patient());
    expect([path, outcome]).toEqual([
      path,
      expect.objectContaining({ kind: 'refused', code: 'travel-rule' }),
    ]);
    expect(JSON.stringify(outcome)).not.toContain(MARKER);
  }
  expect(await venue.withdrawals?.submit(requestOf(), patient())).toMatchObject({ kind: 'refused' });
  expect((await control.state()).transfers).toEqual([]);
});

it('a provider that the exchange does not know is a proved refusal', async () => {
  const { venue, control } = await open();
  const outcome = await venue.withdrawals?.submit(requestOf(known(PERSON, 'NONE')), patient());
  expect(outcome).toMatchObject({ kind: 'refused', code: 'invalid_beneficiary' });
  expect((await control.state()).transfers).toEqual([]);
});

it('lists the providers that it knows', async () => {
  const { venue } = await open();
  expect(await venue.counterparties?.(patient())).toEqual({
    kind: 'answered',
    value: [{ id: 'MRDN', name: 'Meridian Exchange' }],
  });
});

it('says what it wants to know before it pays, until that is answered there', async () => {
  const { venue, control } = await open();
  const { withdrawals } = venue;
  const unlisted = known(PERSON, 'others');
  const request = requestOf(unlisted);
  const accepted = await withdrawals?.submit(request, patient());
  if (accepted?.kind !== 'answered') throw new Error(JSON.stringify(accepted));
  expect(accepted.value).toMatchObject({
    status: 'accepted',
    waitsFor: expect.stringContaining('licenses') as string,
  });
  const status = () => withdrawals?.status({ ...request, ...accepted.value }, patient());
  expect(await status()).toMatchObject({
    value: { waitsFor: expect.stringContaining('Answer there') as string },
  });
  await control.inform(request.reference);
  const after = await status();
  expect(after).toMatchObject({ kind: 'answered', value: { status: 'accepted' } });
  expect(after?.kind === 'answered' && after.value).not.toHaveProperty('waitsFor');
});
