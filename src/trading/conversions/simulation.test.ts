import { expect, it } from 'vitest';
import { Decimal } from '../../kernel/index.ts';
import { effort, thorough } from '../../testing/effort.ts';
import { boundFaults } from './testing/bound-faults.ts';
import { movementsOf } from './movements.ts';
import { hasEnded } from './status.ts';
import { filledOf } from './testing/imagined-exchange.ts';
import { simulate, type Ending } from './testing/simulate.ts';

/** `SEED=17 npx vitest run simulation` replays one run; `SEEDS=100000` makes more of them. */
const only = process.env['SEED'];
const seeds =
  only === undefined
    ? Array.from({ length: Number(process.env['SEEDS'] ?? effort(10, 80)) }, (_, index) => index)
    : [Number(only)];

const plain = (amount: Decimal | undefined): string => (amount ?? Decimal.ZERO).trim().toString();

function faultsOf({ kept, exchanges }: Ending): string[] {
  const taken = [...exchanges.values()].flatMap(({ orders }) => orders);
  const ours = new Map(kept.flatMap(({ orders }) => orders).map((order) => [order.id, order]));
  const faults = taken.flatMap((order) => {
    const { clientOrderId } = order.request;
    const copies = taken.filter(({ request }) => request.clientOrderId === clientOrderId).length;
    const known = ours.get(clientOrderId);
    return [
      copies > 1 && `${clientOrderId} was taken ${copies} times`,
      order.status === 'open' && `${clientOrderId} was left open`,
      !known && `${clientOrderId} is not ours`,
      known &&
        plain(filledOf(order)) !== plain(Decimal.parse(known.filled)) &&
        `a fill of ${clientOrderId} is lost`,
      known &&
        ['ABSENT', 'REFUSED'].includes(known.status) &&
        `${clientOrderId} was taken, but is ${known.status}`,
    ];
  });
  for (const { row, orders, trades } of kept) {
    const real = taken.flatMap(({ request, trades }) =>
      orders.some(({ id }) => id === request.clientOrderId)
        ? trades.map((trade) => ({
            order_id: request.clientOrderId,
            price: trade.price.toString(),
            quantity: trade.quantity.toString(),
            fee: trade.fee.toString(),
            fee_asset: trade.feeAsset,
          }))
        : [],
    );
    const [moved, truth] = [movementsOf(orders, trades), movementsOf(orders, real)];
    for (const asset of new Set([...moved.keys(), ...truth.keys()])) {
      const isSame = plain(moved.get(asset)) === plain(truth.get(asset));
      faults.push(
        !isSame && `${row.id} moved ${plain(truth.get(asset))} ${asset}, not ${plain(moved.get(asset))}`,
      );
    }
    const given = (moved.get(row.from_asset) ?? Decimal.ZERO).negate();
    faults.push(...boundFaults({ row, orders, trades }));
    faults.push(
      !hasEnded(row.status) && `${row.id} never came to its end: ${row.status} ${row.waiting_reason}`,
      row.fixed_side === 'from' &&
        given.compare(Decimal.parse(row.fixed_amount)) > 0 &&
        `${row.id} gave ${plain(given)} of ${row.fixed_amount}`,
      row.status === 'COMPLETED' &&
        plain(Decimal.parse(row.from_amount)) !== plain(given) &&
        `${row.id} shows other amounts`,
      row.status === 'CANCELLED' && trades.length > 0 && `${row.id} is CANCELLED but traded`,
      row.status !== 'COMPLETED' &&
        row.failure_message === null &&
        `${row.id} does not say why it is ${row.status}`,
    );
  }
  return faults.filter((fault) => typeof fault === 'string');
}

it('no order is sent twice, no fill is lost, and movements are what the venues traded, whatever fails; and every bound is kept', () => {
  for (const seed of seeds) {
    expect(faultsOf(simulate(seed)), `Seed ${seed} fails; run it alone with SEED=${seed}`).toEqual([]);
  }
});

it('the same seed gives the same run', () => {
  expect(simulate(7).kept).toEqual(simulate(7).kept);
});

thorough('the runs meet what they are there for', () => {
  const kept = Array.from({ length: 80 }, (_, seed) => simulate(seed)).flatMap((ending) => ending.kept);
  expect(new Set(kept.map(({ row }) => row.status))).toEqual(new Set(['COMPLETED', 'FAILED', 'CANCELLED']));
  const statuses = new Set(
    kept.flatMap(({ orders }) => orders.map(({ type, status }) => `${type} ${status}`)),
  );
  for (const met of [
    'ioc FILLED',
    'ioc CANCELLED',
    'ioc REFUSED',
    'ioc ABSENT',
    'post-only FILLED',
    'post-only CANCELLED',
  ]) {
    expect(statuses).toContain(met);
  }
});
