import { describe, expect, it } from 'vitest';
import { openWithdrawalService } from '../withdrawals/testing/service.ts';
import { EXPORT_TYPES } from '../exports/index.ts';
import { filterEndpoints } from './index.ts';
import type { FilterDescription } from '../../platform/filters/index.ts';

const { send, create, database } = await openWithdrawalService({ endpoints: filterEndpoints() });
await create();
await create({
  asset: { code: 'ETH' },
  blockchainDestination: { address: `0x${'0'.repeat(39)}1`, network: 'ETHEREUM' },
});

const describeAs = async (actor: string, type: string) => {
  const { status, body } = await send(actor, 'GET', `filters/${type}`);
  return { status, body: body as unknown as FilterDescription & { detail: string } };
};
const valuesOf = ({ fields }: FilterDescription, name: string) =>
  fields.find((field) => field.name === name)?.values;

describe('the description of a filter', () => {
  it.each(['conversion', 'withdrawal', 'deposit', 'transfer', 'fee', 'audit'] as const)(
    'names every field of the type %s that the parser knows, with its kind',
    async (type) => {
      const { status, body } = await describeAs(type === 'audit' ? 'ada' : 'viewer', type);
      const { byName, defaultField } = EXPORT_TYPES[type].fields;
      expect([status, body.type, body.defaultField]).toEqual([200, type, defaultField.name]);
      expect(body.fields.map(({ name, kind }) => [name, kind])).toEqual(
        Array.from(byName.values(), ({ name, kind }) => [name, kind]),
      );
    },
  );

  it('has the values that a field can have, or that the newest rows of the tenant have', async () => {
    const { body } = await describeAs('viewer', 'withdrawal');
    expect(valuesOf(body, 'status')).toEqual([
      'SIMULATED',
      'APPROVAL_REQUESTED',
      'PENDING',
      'SUBMITTED',
      'COMPLETED',
      'FAILED',
      'CANCELLED',
    ]);
    expect(valuesOf(body, 'asset')).toEqual(['BTC', 'ETH']);
    expect(valuesOf(body, 'network')).toEqual(['BITCOIN', 'ETHEREUM']);
    expect(valuesOf(body, 'requestedBy')).toEqual(['desk']);
    expect(valuesOf(body, 'alias')).toEqual([]);
    expect(valuesOf(body, 'reference')).toEqual([]);
    expect(valuesOf((await describeAs('ada', 'audit')).body, 'action')).toEqual(['withdrawal.create']);
    expect(valuesOf((await describeAs('stranger', 'withdrawal')).body, 'asset')).toEqual([]);
  });

  it('stays short however many values there are', async () => {
    await database.sql`
      insert into conversion (id, tenant, reference, status, executor, from_asset, to_asset, from_amount, to_amount,
        fixed_side, fixed_amount, path, allowed_venues, venues, requested_by, leg, round, fruitless, created_at, updated_at)
      select gen_random_uuid(), 'acme', 'r', 'COMPLETED', 'MARKET', 'A' || n, 'USDT', 1, 1, 'from', 1, '{A,USDT}', '{}',
        array['v' || n, 'w'], 'desk', 0, 0, 0, now(), now()
      from generate_series(1, 200) n`;
    const { body } = await describeAs('viewer', 'conversion');
    expect(valuesOf(body, 'fromAsset')).toHaveLength(50);
    expect(valuesOf(body, 'venues')).toHaveLength(50);
    expect(valuesOf(body, 'toAsset')).toEqual(['USDT']);
  });

  it('is refused to those who cannot read the rows, and for a type that does not exist', async () => {
    const { status, body } = await describeAs('viewer', 'audit');
    expect([status, body.detail]).toEqual([403, 'The credential needs the scope admin.']);
    expect((await describeAs('ada', 'wallet')).status).toBe(404);
  });
});
