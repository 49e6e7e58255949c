import { expect, test } from 'vitest';
import { NO_ISSUER } from '../testing/issuer.ts';
import { openBureau, GERMAN, OWN } from '../testing/bureau.ts';

const WALLET = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const TRON = { kind: 'chain', network: 'TRON', wallet: WALLET };
const bureau = await openBureau([], NO_ISSUER, [], {
  url: 'http://127.0.0.1:9',
  clientId: 'payer',
  clientSecret: 'secret',
  networks: [
    { asset: 'USDT', network: 'TRON', venue: 'cumulus', format: 'tron' },
    { asset: 'XRP', network: 'XRPL', venue: 'cumulus', format: 'xrpl', tag: 'required' },
  ],
});
const { office, join, save, decide, request, approve, show, balance, settle } = bureau;

test('an address is offered, saved and confirmed like a bank account', async () => {
  const partner = await join('10', 'USDT');
  const { body: offered } = await office.send(partner.uid, 'GET', `${OWN}methods/`);
  expect(offered).toMatchObject({
    networks: [
      // The trading service is away: what its venues ask is not known.
      { currency: 'USDT', network: 'TRON', tag: 'none', questions: null },
      { currency: 'XRP', network: 'XRPL', tag: 'required', questions: null },
    ],
  });
  const { status, body } = await save(partner, TRON);
  expect([status, body]).toMatchObject([201, { ...TRON, written_name: null }]);
  expect((await decide(body.id, 'confirm')).body).toMatchObject({ ...TRON, status: 'CONFIRMED' });
  expect((await balance(partner))?.blocks).toEqual([]);
});

test.each([
  ['a wrong checksum', 'USDT', { ...TRON, wallet: WALLET.replace('8', '9') }, 'wallet'],
  [
    'an address of another chain',
    'USDT',
    { ...TRON, wallet: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' },
    'wallet',
  ],
  ['a network that is not offered', 'USDT', { ...TRON, network: 'BITCOIN' }, 'network'],
  ['a tag that the network has not', 'USDT', { ...TRON, tag: '7' }, 'tag'],
  ['no tag', 'XRP', { kind: 'chain', network: 'XRPL', wallet: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' }, 'tag'],
  ['no address', 'USDT', { kind: 'chain', network: 'TRON' }, 'wallet'],
  ['an IBAN', 'USDT', { ...TRON, iban: GERMAN.iban }, 'iban'],
  ['a bank account for an asset', 'USDT', GERMAN, 'kind'],
  ['an address for a currency of banks', 'EUR', TRON, 'kind'],
])('a destination with %s is refused by name', async (_what, currency, body, field) => {
  const refused = await save(await join('10', currency), body);
  expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([400, [field]]);
});

test('an approval hands it over, in whole units of the asset, and nobody takes it back or says what became of it', async () => {
  const partner = await join('10.1234567', 'USDT');
  await decide((await save(partner, TRON)).body.id, 'confirm');
  const { number } = (await request(partner)).body;
  expect((await approve([number])).status).toBe(204);
  expect(await show(number)).toMatchObject({
    status: 'SEALED',
    amount: 10.123456,
    file_number: null,
    destination: { kind: 'chain', name: 'TRON', account: WALLET },
  });
  const state = (status: 'SEALED' | 'SENT') =>
    office.database.sql`update disbursement set status = ${status} where number = ${number}`;
  // Paid and come back would free the money as a failure does, while its withdrawal goes on.
  for (const status of ['SEALED', 'SENT'] as const)
    for (const outcome of ['FAILED', 'PAID']) {
      await state(status);
      const said = await settle(number, { outcome, reason: 'Not seen.' });
      expect([said.status, said.body.detail]).toEqual([422, expect.stringContaining('The trading service')]);
    }
});
