import { linkOptions } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import type { Place } from '../shared/link/index.ts';

// tsc proves these: it fails where an expected error is missing.

it('leads only to paths of this face', () => {
  const places: readonly Place[] = [
    { to: '/rebates' },
    // @ts-expect-error -- a path of the other face
    { to: '/withdrawals' },
  ];
  // @ts-expect-error -- a path of the other face
  expect(linkOptions({ to: '/withdrawals' })).toEqual(places[1]);
});

it('keeps the partner that a manager looks at on every screen', () => {
  const places: readonly Place[] = [
    { to: '/wallets', search: { as: 'p-1' } },
    { to: '/rewards/orders/$order', params: { order: '1' }, search: { as: 'p-1' } },
    // @ts-expect-error -- the parameter is called as
    { to: '/wallets', search: { partner: 'p-1' } },
  ];
  // @ts-expect-error -- the parameter is called as
  expect(linkOptions({ to: '/wallets', search: { partner: 'p-1' } })).toEqual(places[2]);
});
