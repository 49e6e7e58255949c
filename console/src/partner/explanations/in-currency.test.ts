import type { Calculation } from '@quaestor/sdk';
import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { InCurrency } from './in-currency.tsx';

const render = (reward: Partial<Calculation>): string => {
  const rounding = { decimals: 8, mode: 'half_away_from_zero' } as const;
  const whole = { amount: null, currency: '', factors: [], rounding, reason: null, ...reward };
  const shown = createElement(InCurrency, { reward: whole });
  const page = renderToStaticMarkup(createElement(MantineProvider, null, shown));
  return page
    .replaceAll(/<style.*?<\/style>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .trim();
};

it('what is converted with others has a sentence and neither a heading nor an amount', () => {
  const message = 'The orders of a progress reward are converted together, when it is paid.';
  expect(render({ reason: { code: 'converted_together', message } })).toBe(message);
});

it('an amount in another currency is shown, and one in USD is not shown twice', () => {
  const shown = render({ currency: 'EUR', amount: '11.77' });
  expect(shown).toContain('In EUR');
  expect(shown).toContain('11.77 EUR');
  expect(render({ currency: 'USD', amount: '12.75' })).toBe('');
});

it('an amount that is not known says in words what is missing', () => {
  const source = { fact: 'orders', field: 'contract_commission_usd', day: null };
  const missing = {
    name: 'contract_commission_usd',
    value: null,
    numerator: null,
    denominator: '1',
    unit: 'USD',
    source,
  };
  const message = 'contract_commission_usd is not known.';
  const shown = render({ currency: 'EUR', factors: [missing], reason: { code: 'missing_value', message } });
  expect(shown).toContain('Contract commission USD is not known yet.');
  expect(shown).not.toContain(message);
});
