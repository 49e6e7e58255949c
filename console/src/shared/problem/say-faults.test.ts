import { expect, it } from 'vitest';
import { sayFaults } from './say-faults.ts';

const INVALID = '1 field is not valid.';
const say = (path: string, fault: string, names?: Readonly<Record<string, string>>) =>
  sayFaults({ detail: INVALID, errors: { [path]: [fault] } }, names).faults[0];

it('fields have the names of the screen, also within a sentence', () => {
  const names = { date_from: 'From', date_to: 'To' };
  expect(say('date_from', 'must not be after date_to, 2026-01-31', names)).toBe(
    'From must not be after “To”, 2026-01-31.',
  );
  expect(say('query.date_to', 'must be a date', names)).toBe('To must be a date.');
});

it('fields without a name on the screen are written as words, whatever leads to them', () => {
  expect(say('client_uid.3', 'is not known')).toBe('Client UID is not known.');
  expect(say('blockchainDestination.accountName', 'is required')).toBe('Account name is required.');
});

it('the place in a list is named, unless the screen is about one thing', () => {
  expect(say('rules.1.asset', 'is required')).toBe('Rules 2, Asset is required.');
  expect(say('lines.3.closed_at', 'is required')).toBe('Lines 3, Closed at is required.');
  const refusal = { detail: INVALID, errors: { 'facts.0.reward_size': ['is required'] } };
  expect(sayFaults(refusal, {}, true).faults).toEqual(['Reward size is required.']);
});

it('values and whole sentences stay as they are', () => {
  expect(say('partner_uid', 'must not be spring_sale')).toBe('Partner UID must not be spring_sale.');
  expect(say('ordering', 'day is not among group_by', { group_by: 'Group by' })).toBe(
    'Ordering: day is not among “Group by”.',
  );
  expect(say('', 'a body is required, as `application/json`')).toBe(
    'a body is required, as application/json.',
  );
});

it('what the title says is not repeated', () => {
  const refusal = { detail: 'link_code is taken.', errors: { link_code: ['is taken'] } };
  expect(sayFaults(refusal)).toEqual({ title: 'Link code is taken.', faults: [] });
  expect(sayFaults(refusal, { link_code: 'Code' }).title).toBe('Code is taken.');
});
