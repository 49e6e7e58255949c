import type { TariffPreview } from '@quaestor/sdk';
import { expect, it } from 'vitest';
import { aboutOthers, changedPartners, whyChanged } from './others.ts';

type Source = TariffPreview['partners'][number]['changed_sources'][number];

const partnerOf = (partner_uid: string, difference_usd: string, ...changed_sources: Source[]) => ({
  partner_uid,
  credited_usd: '0',
  earned_usd: '1',
  preview_usd: '1',
  difference_usd,
  changed_sources,
});
const previewOf = (...partners: TariffPreview['partners']): TariffPreview => ({
  month: '2024-03',
  orders_count: 1,
  trial_orders_count: 0,
  credited_usd: '0',
  earned_usd: '1',
  preview_usd: '1',
  partners,
});
const [own, parent, heir, same] = [
  partnerOf('P1', '2', 'clients'),
  partnerOf('P0', '0.2', 'below'),
  partnerOf('P2', '1', 'clients', 'shared'),
  partnerOf('P3', '0.00'),
];

it('others who earn more or less are named with the reasons, and partners who do not are left out', () => {
  const drafts = [{ partner_uid: 'P1' }, { partner_uid: '*' }];
  expect(changedPartners(previewOf(own, parent, heir, same))).toEqual([own, parent, heir]);
  expect(whyChanged(own, drafts)).toEqual(['Named by a tariff']);
  expect(whyChanged(parent, drafts)).toEqual(['Rewards of partners below']);
  expect(whyChanged(heir, drafts)).toEqual(['Tariff for every partner', 'Commissions of shared accounts']);
  expect(aboutOthers(previewOf(own, parent, heir, same), drafts)).toBe(
    '2 other partners earn more or less as well: P0 and P2. Reasons: rewards of partners below, tariff for every partner, and commissions of shared accounts.',
  );
});

it('what balances out for a partner is still a change, and the text says when there are no others', () => {
  const even = partnerOf('P4', '0', 'clients', 'shared');
  expect(changedPartners(previewOf(even))).toEqual([even]);
  expect(aboutOthers(previewOf(own, same), [{ partner_uid: 'P1' }])).toBe(
    'No other partner earns more or less.',
  );
});

it('of many others the first are named, and the rest counted', () => {
  const many = Array.from({ length: 8 }, (_, index) => partnerOf(`Q${index}`, '1', 'clients'));
  expect(aboutOthers(previewOf(...many), [{ partner_uid: '*' }])).toBe(
    '8 other partners earn more or less as well: Q0, Q1, Q2, Q3, Q4, and 3 more. Reasons: tariff for every partner.',
  );
});
