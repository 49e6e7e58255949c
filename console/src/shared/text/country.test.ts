import { expect, it } from 'vitest';
import { countryName } from './country.tsx';

it('a country is shown by its name, and what is no code stays as it is', () => {
  expect(['PT', 'VN', 'XX', 'pt', 'Q1', '', 'Portugal'].map(countryName)).toEqual([
    'Portugal',
    'Vietnam',
    'XX',
    'pt',
    'Q1',
    '',
    'Portugal',
  ]);
});
