import { assert, constantFrom, property, record, shuffledSubarray } from 'fast-check';
import { expect, it } from 'vitest';
import { changesOf, isOfSameScope, levelBefore, tariffBefore } from './changes.ts';

const FIELDS = [
  { name: 'partner_uid', type: 'text' },
  { name: 'reward_size', type: 'decimal' },
  { name: 'level', type: 'int' },
  { name: 'valid_to', type: 'date' },
];

it('every field that changes has its old and its new value, and the others are the same', () => {
  const value = constantFrom('1', '1.0', '2', '2.50', null);
  const fact = record({
    reward_size: value,
    level: constantFrom(1, 2),
    valid_to: constantFrom('2024-01-01', null),
  });
  const holds = property(fact, fact, (before, after) => {
    for (const change of changesOf(FIELDS, ['partner_uid'], before, after)) {
      const name = change.field.name as keyof typeof before;
      const [now, then] = [before[name], after[name]];
      const isSame =
        now === null || then === null ? now === then : name === 'valid_to' || Number(now) === Number(then);
      expect([change.before, change.after]).toEqual(
        [now, then].map((each) => (each === null ? null : String(each))),
      );
      expect(change.isChanged).toBe(!isSame);
    }
  });
  expect(() => assert(holds)).not.toThrow();
});

it('what identifies a fact is shown as proposed, and never as a change', () => {
  const [partner] = changesOf(FIELDS, ['partner_uid'], { partner_uid: '*' }, { partner_uid: 'P1' });
  expect(partner).toMatchObject({ before: 'P1', after: 'P1', isChanged: false });
});

const tariff = (partner_uid: string, account_type: string, symbol: string, valid_from = '2024-01-01') => ({
  partner_uid,
  account_type,
  symbol,
  valid_from,
});

it('a tariff takes the place of that of its scope which came into force last, else of all that it goes before', () => {
  const proposed = tariff('P1', 'standard', 'EURUSD', '2024-06-01');
  const same = [tariff('P1', 'standard', 'EURUSD', '2024-02-01'), tariff('P1', 'standard', 'EURUSD')];
  const lesser = [
    tariff('P1', 'standard', '*'),
    tariff('P1', '*', 'EURUSD'),
    tariff('P1', '*', '*'),
    tariff('*', 'standard', 'EURUSD'),
    tariff('*', '*', '*'),
  ];
  const strangers = [tariff('P2', '*', '*'), tariff('P1', 'pro', '*'), tariff('*', '*', 'XAUUSD')];
  const holds = property(shuffledSubarray([...same, ...lesser, ...strangers]), (inForce) => {
    const { fact, several } = tariffBefore(inForce, proposed);
    const own = same.find((each) => inForce.includes(each));
    const known = lesser.filter((each) => inForce.includes(each));
    expect(fact).toBe(own ?? (known.length === 1 ? known[0] : null));
    expect(several).toEqual(own === undefined && known.length > 1 ? known : []);
  });
  expect(() => assert(holds)).not.toThrow();
  expect(isOfSameScope(tariff('P1', '*', '*', '2023-01-01'), tariff('P1', '*', '*'))).toBe(true);
  expect(isOfSameScope(tariff('*', '*', '*'), tariff('P1', '*', '*'))).toBe(false);
});

it('the level before is the latest that began before, or on the same day', () => {
  const levels = ['2024-01-01', '2024-03-01', '2024-05-01'].map((valid_from) => ({ valid_from }));
  expect(levelBefore(levels, { valid_from: '2024-03-01' }).fact).toBe(levels[1]);
  expect(levelBefore(levels, { valid_from: '2024-04-30' }).fact).toBe(levels[1]);
  expect(levelBefore(levels, { valid_from: '2023-12-31' }).fact).toBeNull();
});

it('a tariff of one partner goes before those of every partner, also if these name an account type', () => {
  const [ofType, ofAll] = [tariff('*', 'standard', '*'), tariff('*', '*', '*')];
  const proposed = tariff('P1', '*', '*');
  expect(tariffBefore([ofAll, ofType], proposed)).toEqual({ fact: null, several: [ofType, ofAll] });
  expect(tariffBefore([ofType], proposed)).toEqual({ fact: ofType, several: [] });
  expect(tariffBefore([tariff('P1', 'standard', '*')], proposed)).toEqual({ fact: null, several: [] });
});
