import { expect, it } from 'vitest';
import { answerJson, serve } from '../testing/serve.ts';
import { Trading } from './index.ts';

const ROW = {
  asset: 'BTC',
  venue: 'aurora',
  total: '0.3',
  available: '0.3',
  locked: '0',
  withdrawing: '0',
  depositing: '0',
};

it.each([
  [{ 'x-missing-venues': 'borealis,cumulus' }, ['borealis', 'cumulus']],
  [{}, []],
])('a summary of balances with the headers %j names %j as missing', async (headers, missing) => {
  const { url, received } = await serve((_request, response) => answerJson(response, 200, [ROW], headers));
  const { venues } = new Trading({ url });
  expect(await venues.balanceSummary({ asset: 'BTC' })).toEqual({ rows: [ROW], missing });
  expect(await venues.balances({ asset: 'BTC' })).toEqual([ROW]);
  const path = '/trade/v1/venues/balances/summary?asset=BTC';
  expect(received.map((request) => request.url)).toEqual([path, path]);
});
