import { expect, test } from 'vitest';
import { Decimal, exactJson } from '../../../kernel/index.ts';
import type { FactRow } from '../../testing/facts.ts';
import { readAsk } from '../query/index.ts';
import { bothAnswers } from '../testing/agree.ts';
import { readTables } from '../testing/model/cells.ts';
import { View } from '../testing/model/view.ts';
import { ask } from '../testing/questions.ts';
import { NOW, openWorld, type World } from '../testing/world.ts';
import { trafficQuality } from './traffic-quality.ts';

const HAPPENINGS = ['spend', 'installs', 'registrations'] as const;
/** One partner for each combination of what a month may have. */
const combinations = Array.from({ length: 2 ** HAPPENINGS.length }, (_, bits) => {
  const has = HAPPENINGS.filter((_, bit) => bits & (1 << bit));
  return { me: `P${bits}`, has, name: has.join(', ') };
});

function sparseWorld(): World {
  const facts: Record<string, FactRow[]> = {};
  const add = (kind: string, row: FactRow): void => void (facts[kind] ??= []).push(row);
  for (const { me, has } of combinations) {
    const link_code = `L-${me}`;
    add('partners', { partner_uid: me });
    add('partner-accounts', {
      partner_account: `A-${me}`,
      partner_uid: me,
      currency: 'USD',
      account_name: 'Main',
      opened_on: '2023-01-01',
    });
    add('links', { link_code, partner_account: `A-${me}` });
    for (const place of [
      { country: 'PT', platform: 'web', media_source: 'google' },
      { country: 'ES', platform: 'ios' },
    ]) {
      const id = `${place.country}-${me}`;
      if (has.includes('spend'))
        add('spend', {
          spend_id: id,
          link_code,
          spent_on: '2024-03-05',
          channel: 'web',
          amount_usd: '10.50',
          ...place,
        });
      if (has.includes('installs'))
        add('installs', { install_id: id, link_code, installed_at: '2024-03-06T10:00:00Z', ...place });
      if (has.includes('registrations')) {
        add('clients', { client_uid: id, link_code, registered_at: '2024-03-07T10:00:00Z', ...place });
        add('client-accounts', {
          client_account: id,
          client_uid: id,
          account_type: 'standard',
          platform: 'mt5',
          opened_at: '2024-03-07T10:00:00Z',
        });
        if (place.country === 'PT')
          add('deposits', {
            deposit_id: id,
            client_account: id,
            deposited_at: '2024-03-08T10:00:00Z',
            amount_usd: '100',
          });
      }
    }
  }
  return facts;
}

const facts = await openWorld(sparseWorld());
const tables = await readTables(facts);

const GROUPS = [
  ['country'],
  ['media_source'],
  ['platform'],
  ['country', 'media_source'],
  ['country', 'platform'],
  ['media_source', 'platform'],
  ['country', 'media_source', 'platform'],
];
const FILTERS = [{}, { country: ['PT'] }];
const queries = GROUPS.flatMap((group_by) =>
  FILTERS.flatMap((filter) =>
    [false, true].map((filtered_share) => ({ group_by, ...filter, filtered_share })),
  ),
);

test.each(combinations.filter(({ has }) => has.length > 0))(
  'a month with no more than $name answers every question as the model does',
  async ({ me }) => {
    const view = new View(tables, me);
    for (const query of queries) {
      const asked = { me, query, subject: '2024-03', limit: 1000 };
      const { engine, model } = await bothAnswers(facts, trafficQuality, view, asked);
      expect(engine).toEqual(model);
    }
  },
);

test('no digit of a return is lost', () => {
  const row = { reward_usd: Decimal.parse('100000000000000000.01'), spend: Decimal.parse('0.01') };
  const roi = trafficQuality.fields['roi']?.read?.(row, readAsk(trafficQuality, {}, '2024-03', NOW));
  expect(exactJson(roi)).toBe('1000000000000000000000');
});

test('a month in which nothing happened is not found', async () => {
  const asked = { me: 'P0', query: {}, subject: '2024-03', limit: 1000 };
  await expect(ask(facts, trafficQuality, asked)).rejects.toThrow('There is no cohort 2024-03');
});
