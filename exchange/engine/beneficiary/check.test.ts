import { beforeEach, describe, expect, it } from 'vitest';
import { asking, stillProfile } from '../../testing/profile.ts';
import type { Beneficiary } from './index.ts';
import { openState } from '../open-state.ts';
import { inform, nextProgressAt, progress } from '../settle.ts';
import type { ExchangeState } from '../state.ts';
import { withdraw } from '../withdraw.ts';

const AT = 1_000;

let state: ExchangeState;
beforeEach(() => {
  state = openState('test', '1', asking.terms);
});

const OWN: Beneficiary = { holder: 'self', wallet: 'private', declaration: true };
const PERSON: Beneficiary = {
  holder: 'other',
  kind: 'person',
  firstName: 'Ada',
  lastName: 'Lovelace',
  city: 'London',
  country: 'GB',
  purpose: 'services',
  wallet: 'provider',
  provider: 'MRDN',
  declaration: true,
};
const UNLISTED: Beneficiary = { ...PERSON, provider: 'others', providerName: 'Small Exchange' };

const send = (beneficiary?: Beneficiary, reference = 'one') =>
  withdraw(
    state,
    {
      reference,
      asset: 'BTC',
      amount: '1',
      destination: { kind: 'blockchain', network: 'BITCOIN', address: 'bc1qexample' },
      ...(beneficiary && { beneficiary }),
      delayMs: 100,
      fate: null,
    },
    AT,
  );

describe('an account that must say who receives a withdrawal', () => {
  it.each<[string, Beneficiary]>([
    ['itself', OWN],
    ['a person at a listed provider', PERSON],
    ['a person with a name in another script', { ...PERSON, nativeName: '山田太郎' }],
    ['a provider that is not listed', UNLISTED],
  ])('pays %s, and keeps exactly what was said', (_who, beneficiary) => {
    expect(send(beneficiary)).toMatchObject({ status: 'accepted', beneficiary });
  });

  it('pays nothing without an answer', () => {
    expect(() => send()).toThrow(expect.objectContaining({ code: 'beneficiary_required' }));
    expect(state.transfers.size).toBe(0);
  });

  it.each(Object.keys(PERSON))('refuses an answer without %s', (name) => {
    const { [name]: _left, ...rest } = PERSON;
    expect(() => send(rest)).toThrow(expect.objectContaining({ code: 'invalid_beneficiary' }));
    expect(state.transfers.size).toBe(0);
  });

  it.each<[string, Beneficiary]>([
    ['a field that it does not know', { ...OWN, nickname: 'Ada' }],
    ['the name of a person for its own wallet', { ...OWN, firstName: 'Ada' }],
    ['a provider of a private wallet', { ...OWN, provider: 'MRDN' }],
    ['the name of a provider that is listed', { ...PERSON, providerName: 'Meridian' }],
    ['the name of a company beside that of a person', { ...PERSON, companyName: 'Engines' }],
    ['a provider that is not on its list', { ...PERSON, provider: 'NONE' }],
    ['a name with digits', { ...PERSON, firstName: 'Ada 2' }],
    ['a country in small letters', { ...PERSON, country: 'gb' }],
    ['a text for a declaration', { ...OWN, declaration: 'true' }],
    ['a declaration that is false', { ...OWN, declaration: false }],
  ])('refuses %s', (_what, beneficiary) => {
    expect(() => send(beneficiary)).toThrow(expect.objectContaining({ code: 'invalid_beneficiary' }));
    expect(state.transfers.size).toBe(0);
  });

  it('takes the same reference for another recipient as another withdrawal', () => {
    send(PERSON);
    expect(send(PERSON).id).toBe('W1');
    expect(() => send(OWN)).toThrow(expect.objectContaining({ code: 'reference_reused' }));
  });

  it('holds a withdrawal to a provider that is not listed until more is known', () => {
    const transfer = send(UNLISTED);
    expect(transfer.inquiry).toMatch(/licenses the provider/);
    expect(nextProgressAt(state)).toBeUndefined();
    progress(state, {}, AT + 1_000);
    expect(transfer.status).toBe('accepted');
    inform(state, { reference: 'one' });
    progress(state, {}, AT + 1_000);
    expect(transfer).toMatchObject({ status: 'completed' });
    expect(transfer.inquiry).toBeUndefined();
  });
});

it('an account that is not asked may not say it either', () => {
  state = openState('test', '1', stillProfile.terms);
  expect(() => send(OWN)).toThrow(expect.objectContaining({ code: 'invalid_beneficiary' }));
  expect(send()).toMatchObject({ status: 'accepted' });
});
