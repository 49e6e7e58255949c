import { setTimeout as sleep } from 'node:timers/promises';
import { apiOf } from './api.ts';
import type { Desk } from './desk.ts';

const PATH = '/trade/v1/conversions';
const PATIENCE_MS = 60_000;

interface Shown {
  readonly id: string;
  readonly waitingReason: string | null;
  readonly orders: readonly { readonly id: string; readonly price: string; readonly status: string }[];
}

/** A cancelled conversion with an order of an hour ago to sell 0.5 BTC at a venue that is not configured any more. */
export async function loseOrder(desk: Desk, reference: string) {
  const operator = apiOf(desk);
  const { id } = await operator<Shown>('POST', PATH, {
    reference,
    from: { asset: 'BTC', amount: '0.5' },
    to: { asset: 'USDT' },
    executor: 'MAKER',
  });
  const until = async (holds: (shown: Shown) => boolean): Promise<Shown> => {
    const giveUpAt = Date.now() + PATIENCE_MS;
    for (;;) {
      const shown = await operator<Shown>('GET', `${PATH}/${id}`);
      if (holds(shown)) return shown;
      if (Date.now() > giveUpAt) throw new Error(`The conversion stays as it is: ${JSON.stringify(shown)}`);
      await sleep(100);
    }
  };
  await until(({ orders }) => orders[0]?.status === 'OPEN');
  await desk.change(
    (sql) => sql`
      update conversion_order
      set venue = 'dorado', created_at = created_at - interval '1 hour', deadline = deadline - interval '1 hour'
      where conversion_id = ${id}`,
  );
  await operator('POST', `${PATH}/${id}/cancel`);
  const { orders } = await until(({ waitingReason }) => waitingReason?.includes('configured') === true);
  const [order] = orders;
  if (order === undefined) throw new Error('The conversion must have an order.');
  return { id, order };
}
