import { expect, it } from 'vitest';
import { describeStep } from './describe-step.ts';

const said = (approves: Readonly<Record<string, unknown>>): string => {
  const { what, lines = [], consequence = '' } = describeStep(approves);
  return [what, ...lines, consequence].join(' ');
};

it.each<[object, string]>([
  [
    {
      command: 'credential.change-roles',
      name: 'ada',
      before: ['trading:viewer'],
      after: ['trading:approver'],
    },
    'Change the roles of ada. From viewer → to approver. The sessions of the person end at once.',
  ],
  [
    { command: 'credential.change-roles', name: 'ada', before: ['trading:viewer'], after: [] },
    'Change the roles of ada. From viewer → to no roles. The sessions of the person end at once.',
  ],
  [
    { command: 'credential.create', kind: 'client', name: 'desk', scopes: ['venues:view'], owner: null },
    'Create the client desk. It may use venues:view. Its secret is shown once.',
  ],
  [
    {
      command: 'access.confirm',
      id: 'x',
      action: 'credential.change-roles',
      account: 'ada',
      details: { name: 'ada', before: [], after: ['trading:approver'] },
      powers: ['approvals:edit'],
      proposedBy: 'grace',
    },
    'Change the roles of ada. From no roles → to approver. It gives the power of approvals:edit. Proposed by grace. ' +
      'The sessions of the person end at once.',
  ],
  [
    { command: 'person.invite', login: 'ada@example.com', partnerUid: 'p-1001', roles: ['partner:partner'] },
    'Invite ada@example.com. The person acts for the partner p-1001, and sees what is theirs. With partner. ' +
      'The link works once, and is shown once.',
  ],
  [
    { command: 'person.invite', login: 'ada@example.com', roles: ['trading:viewer'] },
    'Invite ada@example.com. With viewer. The link works once, and is shown once.',
  ],
])('a step is described with the old value, the new value and the consequence: %o', (approves, sentence) => {
  expect(said(approves as Record<string, unknown>)).toBe(sentence);
});

it('a step without sentences of its own is described line by line, and never as JSON', () => {
  const approves = {
    command: 'disbursement.approve',
    bank: 'main',
    note: null,
    lines: [
      { number: 1, to: { name: 'José Müller', iban: 'DE89' } },
      { number: 2, to: { name: 'Ann', iban: 'FR14' } },
    ],
    codes: ['a', 'b'],
    none: [],
  };
  expect(describeStep(approves)).toEqual({
    what: 'Disbursement approve',
    lines: [
      'Bank: main',
      'Lines 1 number: 1',
      'Lines 1 to name: José Müller',
      'Lines 1 to iban: DE89',
      'Lines 2 number: 2',
      'Lines 2 to name: Ann',
      'Lines 2 to iban: FR14',
      'Codes: a and b',
      'None: nothing',
    ],
  });
});
