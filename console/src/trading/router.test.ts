import { linkOptions } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import type { Place } from '../shared/link/index.ts';

// tsc proves these: it fails where an expected error is missing.

it('leads only to paths of this face', () => {
  const places: readonly Place[] = [
    { to: '/withdrawals' },
    // @ts-expect-error -- the path is /withdrawals
    { to: '/withdrawal' },
    // @ts-expect-error -- a path of the other face
    { to: '/rebates' },
  ];
  // @ts-expect-error -- the path is /withdrawals
  expect(linkOptions({ to: '/withdrawal' })).toEqual(places[1]);
});

it('leads to a screen only with the parameters of its path', () => {
  const places: readonly Place[] = [
    { to: '/withdrawals/$id', params: { id: '1' } },
    // @ts-expect-error -- without an id
    { to: '/withdrawals/$id' },
    // @ts-expect-error -- the parameter is called id
    { to: '/withdrawals/$id', params: { code: '1' } },
  ];
  // @ts-expect-error -- the parameter is called id
  expect(linkOptions({ to: '/withdrawals/$id', params: { code: '1' } })).toEqual(places[2]);
});

it('leads to a screen only with search parameters that it reads', () => {
  const places: readonly Place[] = [
    { to: '/withdrawals', search: { q: 'status:FAILED' } },
    // @ts-expect-error -- the parameter is called q
    { to: '/withdrawals', search: { query: 'status:FAILED' } },
  ];
  // @ts-expect-error -- the parameter is called q
  expect(linkOptions({ to: '/withdrawals', search: { query: 'status:FAILED' } })).toEqual(places[1]);
});
