import { describe, expect, it } from 'vitest';
import { readEvents } from '../../../platform/events/testing/read-events.ts';
import { withdrawalEvents } from '../index.ts';
import { aWithdrawal, BITCOIN, openWithdrawalService } from '../testing/service.ts';

const service = await openWithdrawalService();
const { create, send, database } = service;
const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const XRP = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const chain = (destination: object) => ({ blockchainDestination: destination });

await send('ada', 'POST', 'destinations', {
  body: { alias: 'vault', kind: 'blockchain', network: 'BITCOIN', address: BITCOIN },
});
await send('ada', 'POST', 'destinations', { body: { alias: 'house-bank', kind: 'bank', account: 'main.1' } });

describe('a withdrawal', () => {
  it('is answered in the fields of the contract, in their order, and then those added since', async () => {
    const { status, body } = await create({ reference: 'shape' });
    expect(status).toBe(201);
    expect(Object.entries(body)).toEqual([
      ['id', expect.stringMatching(/^[0-9a-f-]{36}$/)],
      ['asset', { code: 'BTC' }],
      ['venue', 'test'],
      ['status', 'APPROVAL_REQUESTED'],
      ['amount', '0.50'],
      ['blockchainDestination', { address: BITCOIN, network: 'BITCOIN', tag: null, alias: null }],
      ['fiatDestination', null],
      ['reference', 'shape'],
      ['venueTransferId', null],
      ['createdAt', expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)],
      ['updatedAt', body.createdAt],
      ['blockchainMetadata', null],
      ['fiatMetadata', null],
      ['failureMessage', null],
      ['fee', null],
      ['chargedFee', null],
      ['receivedAmount', null],
      ['internalTransferId', null],
      ['recipient', null],
    ]);
    expect((await send('viewer', 'GET', `venues/withdrawals/${body.id}`)).body).toEqual(body);
  });

  it.each(['1', '1.0', '1.500', '0.001', '99999999999999999999999999999999.12345678'])(
    'keeps the amount %s as it was written',
    async (amount) => {
      const { body } = await create({ amount });
      expect(body.amount).toBe(amount);
      expect((await send('desk', 'GET', `venues/withdrawals/${body.id}`)).body.amount).toBe(amount);
    },
  );

  it('goes to a saved address by its alias alone', async () => {
    const { body } = await create(chain({ alias: 'vault' }));
    expect(body.blockchainDestination).toEqual({
      address: BITCOIN,
      network: 'BITCOIN',
      tag: null,
      alias: 'vault',
    });
  });

  it('goes to a saved bank account', async () => {
    const fiatDestination = { alias: 'house-bank', reference: 'Invoice 7' };
    const { status, body } = await create({ asset: { code: 'EUR' }, amount: '12.5', fiatDestination });
    expect(status).toBe(201);
    expect(body).toMatchObject({ blockchainDestination: null, fiatDestination });
  });

  it('carries the tag that its network needs', async () => {
    const destination = { address: XRP, network: 'XRPL', tag: '42' };
    const { body } = await create({ asset: { code: 'XRP' }, ...chain(destination) });
    expect(body.blockchainDestination).toEqual({ ...destination, alias: null });
  });

  it('is announced, audited and given to its jobs in the same transaction', async () => {
    const { body } = await create();
    const [audited] = await database.sql`select action, details from audit_log where subject_id = ${body.id}`;
    const [job] =
      await database.sql`select count(*)::int as jobs from graphile_worker.jobs where task_identifier = 'withdrawal.expire'`;
    expect(await readEvents(database.sql, body.id, withdrawalEvents)).toEqual([
      ['withdrawal.created', {}],
      ['withdrawal.vote-required', {}],
    ]);
    expect(audited).toMatchObject({ action: 'withdrawal.create', details: { status: 'APPROVAL_REQUESTED' } });
    expect(job?.['jobs']).toBeGreaterThan(0);
  });
});

describe('what is refused', () => {
  const B = 'blockchainDestination';
  const F = 'fiatDestination';
  const EUR = { asset: { code: 'EUR' } };
  const on = (code: string, destination: object) => ({ asset: { code }, ...chain(destination) });
  it.each<[string, object | string, number, string, string[]]>([
    ['no body', '', 400, 'validation_failed', ['']],
    ['no JSON', '{', 400, 'validation_failed', ['']],
    ['a list', [], 400, 'validation_failed', ['']],
    ['an empty body', '{}', 400, 'validation_failed', ['amount', 'asset', 'reference', 'venue']],
    ['no asset', { asset: undefined }, 400, 'validation_failed', ['asset']],
    ['an asset that is text', { asset: 'BTC' }, 400, 'validation_failed', ['asset']],
    ['an asset without code', { asset: {} }, 400, 'validation_failed', ['asset.code']],
    ['an empty asset code', { asset: { code: '' } }, 400, 'validation_failed', ['asset.code']],
    [
      'an asset code that is too long',
      { asset: { code: 'B'.repeat(33) } },
      400,
      'validation_failed',
      ['asset.code'],
    ],
    [
      'a further field of the asset',
      { asset: { code: 'BTC', name: 'x' } },
      400,
      'validation_failed',
      ['asset.name'],
    ],
    ['a further field', { note: 'x' }, 400, 'validation_failed', ['note']],
    ['an amount that is a number', { amount: 1 }, 400, 'validation_failed', ['amount']],
    ['an amount in exponent notation', { amount: '1e3' }, 400, 'validation_failed', ['amount']],
    ['an amount of 19 decimals', { amount: '0.1234567890123456789' }, 400, 'validation_failed', ['amount']],
    ['the amount zero', { amount: '0' }, 400, 'validation_failed', ['amount']],
    ['the amount zero with decimals', { amount: '0.000' }, 400, 'validation_failed', ['amount']],
    ['a negative amount', { amount: '-1' }, 400, 'validation_failed', ['amount']],
    ['a signed amount', { amount: '+1' }, 400, 'validation_failed', ['amount']],
    ['a huge amount', { amount: '9'.repeat(41) }, 400, 'validation_failed', ['amount']],
    ['an endless amount', { amount: '1'.repeat(10_000) }, 400, 'validation_failed', ['amount']],
    ['leading zeros', { amount: '01' }, 400, 'validation_failed', ['amount']],
    ['a bare point', { amount: '.5' }, 400, 'validation_failed', ['amount']],
    ['a trailing point', { amount: '5.' }, 400, 'validation_failed', ['amount']],
    ['white space around the amount', { amount: ' 1' }, 400, 'validation_failed', ['amount']],
    ['a line feed after the amount', { amount: '1\n' }, 400, 'validation_failed', ['amount']],
    ['an amount with a comma', { amount: '1,5' }, 400, 'validation_failed', ['amount']],
    ['digits of another script', { amount: '١' }, 400, 'validation_failed', ['amount']],
    ['full-width digits', { amount: '１' }, 400, 'validation_failed', ['amount']],
    ['no number at all', { amount: 'NaN' }, 400, 'validation_failed', ['amount']],
    ['a venue that is a number', { venue: 1 }, 400, 'validation_failed', ['venue']],
    ['a venue that is too long', { venue: 'v'.repeat(256) }, 400, 'validation_failed', ['venue']],
    ['an empty reference', { reference: '' }, 400, 'validation_failed', ['reference']],
    ['a reference that is too long', { reference: 'r'.repeat(129) }, 400, 'validation_failed', ['reference']],
    ['a null byte in the reference', { reference: 'a\0b' }, 400, 'validation_failed', ['reference']],
    ['half a character in the reference', { reference: 'a\ud800' }, 400, 'validation_failed', ['reference']],
    ['a reference that is null', { reference: null }, 400, 'validation_failed', ['reference']],
    ['no destination', { [B]: undefined }, 400, 'validation_failed', [B, F]],
    [
      'both destinations',
      { [B]: { alias: 'vault' }, [F]: { alias: 'house-bank' } },
      400,
      'validation_failed',
      [B, F],
    ],
    ['an empty destination', chain({}), 400, 'validation_failed', [`${B}.address`, `${B}.network`]],
    [
      'a destination without network',
      chain({ address: BITCOIN }),
      400,
      'validation_failed',
      [`${B}.network`],
    ],
    [
      'an address that is a number',
      chain({ address: 1, network: 'BITCOIN' }),
      400,
      'validation_failed',
      [`${B}.address`],
    ],
    [
      'a tag that is a number',
      chain({ address: BITCOIN, network: 'BITCOIN', tag: 1 }),
      400,
      'validation_failed',
      [`${B}.tag`],
    ],
    [
      'a null byte in the address',
      chain({ address: `${BITCOIN}\0`, network: 'BITCOIN' }),
      400,
      'validation_failed',
      [`${B}.address`],
    ],
    [
      'a misspelt field',
      chain({ adress: BITCOIN, network: 'BITCOIN' }),
      400,
      'validation_failed',
      [`${B}.adress`],
    ],
    ['a bank destination without alias', { ...EUR, [F]: {} }, 400, 'validation_failed', [`${F}.alias`]],
    ['an unknown venue', { venue: 'nowhere' }, 404, 'not_found', []],
    ['an unknown asset', { asset: { code: 'XYZ' } }, 404, 'not_found', []],
    ['an asset in another case', { asset: { code: 'btc' } }, 404, 'not_found', []],
    ['more decimals than the asset has', { amount: '0.123456789' }, 422, 'unprocessable', ['amount']],
    ['less than the minimum', { amount: '0.0009' }, 422, 'unprocessable', ['amount']],
    [
      'a network the asset does not have',
      chain({ address: ETHEREUM, network: 'ETHEREUM' }),
      422,
      'unprocessable',
      [`${B}.network`],
    ],
    [
      'a wrong checksum',
      chain({ address: `${BITCOIN.slice(0, -1)}x`, network: 'BITCOIN' }),
      422,
      'unprocessable',
      [`${B}.address`],
    ],
    [
      'a wrong case of an EVM address',
      on('ETH', { address: ETHEREUM.replace('aA', 'Aa'), network: 'ETHEREUM' }),
      422,
      'unprocessable',
      [`${B}.address`],
    ],
    [
      'a tag where there is none',
      chain({ address: BITCOIN, network: 'BITCOIN', tag: '1' }),
      422,
      'unprocessable',
      [`${B}.tag`],
    ],
    [
      'no tag where one is needed',
      on('XRP', { address: XRP, network: 'XRPL' }),
      422,
      'unprocessable',
      [`${B}.tag`],
    ],
    [
      'a null tag where one is needed',
      on('XRP', { address: XRP, network: 'XRPL', tag: null }),
      422,
      'unprocessable',
      [`${B}.tag`],
    ],
    ['an unknown alias', chain({ alias: 'nobody' }), 422, 'unprocessable', [`${B}.alias`]],
    [
      'the alias of a bank account for coins',
      chain({ alias: 'house-bank' }),
      422,
      'unprocessable',
      [`${B}.alias`],
    ],
    [
      'an address that its alias does not have',
      chain({ alias: 'vault', address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' }),
      422,
      'unprocessable',
      [`${B}.address`],
    ],
    ['a bank account for coins', { [F]: { alias: 'house-bank' } }, 422, 'unprocessable', [F]],
    [
      'an address for money',
      { amount: '5', ...on('EUR', { address: BITCOIN, network: 'BITCOIN' }) },
      422,
      'unprocessable',
      [B],
    ],
    [
      'an unknown bank account',
      { ...EUR, amount: '5', [F]: { alias: 'nobody' } },
      422,
      'unprocessable',
      [`${F}.alias`],
    ],
    [
      'everything that is wrong at once',
      { amount: '0.0000000001', ...chain({ address: 'x', network: 'BITCOIN', tag: '1' }) },
      422,
      'unprocessable',
      ['amount', `${B}.address`, `${B}.tag`],
    ],
  ])('%s', async (_what, given, status, code, fields) => {
    const body = typeof given === 'string' || Array.isArray(given) ? given : aWithdrawal(given);
    const answer = await send('desk', 'POST', 'venues/withdrawals', { body });
    expect(answer).toMatchObject({ status, body: { code, status } });
    expect(Object.keys(answer.body.errors ?? {}).toSorted()).toEqual(fields.toSorted());
  });

  it('a header for a dry run that is misspelt, for it must not move money', async () => {
    const { status, body } = await create({}, { headers: { 'x-dry-run': 'yes' } });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['X-Dry-Run']]);
  });

  it('a caller who may only look', async () => {
    expect((await create({}, { actor: 'viewer' })).status).toBe(403);
  });

  it('a venue whose withdrawals are off', async () => {
    service.listed.withdrawals = 'off';
    const { status, body } = await create();
    service.listed.withdrawals = 'live';
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['venue']]);
  });

  it('while it is not known what the venue asks about the recipient, also as a dry run', async () => {
    const { venue } = service.listed;
    service.listed.venue = { ...venue, isFormKnown: false };
    const reference = 'early';
    for (const headers of [{}, { 'x-quaestor-dry-run': 'true' }]) {
      const { status, body } = await create({ reference }, { headers });
      expect([status, body.code]).toEqual([503, 'unavailable']);
      expect(body.detail).toMatch(/not known yet what test asks.*Repeat the request/);
    }
    // Venues ask nothing about bank accounts.
    const bank = { asset: { code: 'EUR' }, amount: '5', fiatDestination: { alias: 'house-bank' } };
    expect((await create(bank)).status).toBe(201);
    service.listed.venue = venue;
    expect((await create({ reference })).status).toBe(201);
  });

  it('leaves nothing behind, so that the same reference can be used for a corrected one', async () => {
    const reference = 'corrected';
    expect((await create({ reference, amount: '0.0001' })).status).toBe(422);
    expect((await create({ reference, amount: '1' })).status).toBe(201);
  });
});

describe('a reference', () => {
  it('that is sent 100 times at once makes one withdrawal and answers 100 times alike', async () => {
    const reference = 'hundred';
    const answers = await Promise.all(Array.from({ length: 100 }, () => create({ reference })));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(99);
    const [{ rows } = { rows: 0 }] = await database.sql<
      { rows: number }[]
    >`select count(*)::int as rows from withdrawal where reference = ${reference}`;
    expect(rows).toBe(1);
  });

  it.each([{ amount: '0.5' }, { asset: { code: 'ETH' } }, chain({ alias: 'vault' })])(
    'with other content (%j) is refused',
    async (change) => {
      const reference = `reused ${JSON.stringify(change)}`;
      await create({ reference });
      expect(await create({ reference, ...change })).toMatchObject({
        status: 409,
        body: { code: 'reference_reused' },
      });
    },
  );

  it('is the same whether an absent tag is left out or null', async () => {
    const place = { address: BITCOIN, network: 'BITCOIN' };
    const first = await create({ reference: 'tagless', ...chain(place) });
    expect(await create({ reference: 'tagless', ...chain({ ...place, tag: null }) })).toEqual({
      status: 200,
      body: first.body,
    });
  });

  it('is the same whether the destination that is not used is left out or null', async () => {
    const used = chain({ address: BITCOIN, network: 'BITCOIN' });
    const first = await create({ reference: 'typed', ...used });
    expect(first.status).toBe(201);
    expect(await create({ reference: 'typed', ...used, fiatDestination: null })).toEqual({
      status: 200,
      body: first.body,
    });
  });

  it('with both destinations null is refused by field', async () => {
    const { status, body } = await create({ blockchainDestination: null, fiatDestination: null });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      errors: {
        blockchainDestination: ['is required unless fiatDestination is given'],
        fiatDestination: ['is required unless blockchainDestination is given'],
      },
    });
  });

  it('stays free after dry runs, and a dry run of a used one changes nothing', async () => {
    const dryRun = () => create({ reference: 'dry' }, { headers: { 'x-dry-run': 'true' } });
    for (let run = 0; run < 2; run++) {
      expect(await dryRun()).toMatchObject({ status: 201, body: { status: 'SIMULATED' } });
    }
    const real = await create({ reference: 'dry' });
    expect(real).toMatchObject({ status: 201, body: { status: 'APPROVAL_REQUESTED' } });
    expect((await dryRun()).body.status).toBe('SIMULATED');
    expect(await create({ reference: 'dry' })).toEqual({ status: 200, body: real.body });
  });

  it('belongs to its tenant', async () => {
    await create({ reference: 'shared' });
    expect((await create({ reference: 'shared' }, { actor: 'stranger' })).status).toBe(201);
  });
});

describe('a withdrawal that is only simulated', () => {
  it.each(['dry run', 'switch'])('by %s is checked, kept and never sent', async (by) => {
    service.listed.withdrawals = by === 'switch' ? 'simulate' : 'live';
    const call = by === 'switch' ? {} : { headers: { 'x-dry-run': 'true' } };
    const { status, body } = await create({}, call);
    const refused = await create({ amount: '0.0001' }, call);
    service.listed.withdrawals = 'live';
    expect([status, body.status, refused.status]).toEqual([201, 'SIMULATED', 422]);
    for (const verb of ['cancel', 'votes']) {
      const call = verb === 'votes' ? { body: { decision: 'APPROVE' } } : {};
      const answer = await send(
        verb === 'votes' ? 'ada' : 'desk',
        'POST',
        `venues/withdrawals/${body.id}/${verb}`,
        call,
      );
      expect(answer.body.code).toBe('invalid_transition');
    }
  });
});

describe('the check of an address', () => {
  it.each<[string, object, string[]]>([
    ['finds nothing wrong with', { network: 'BITCOIN', address: BITCOIN }, []],
    ['finds the checksum of', { network: 'BITCOIN', address: `${BITCOIN.slice(0, -1)}x` }, ['address']],
    ['finds the tag of', { network: 'BITCOIN', address: BITCOIN, tag: '7' }, ['tag']],
    ['finds the network of', { network: 'NOWHERE', address: BITCOIN }, ['network']],
  ])('%s %j, and saves nothing', async (_finds, body, fields) => {
    const saved = async () => (await send('viewer', 'GET', 'destinations')).body;
    const before = await saved();
    const { status, body: answer } = await send('viewer', 'POST', 'destinations/check', { body });
    expect([status, Object.keys(answer.errors ?? {})]).toEqual([200, fields]);
    expect(await saved()).toEqual(before);
  });
});
