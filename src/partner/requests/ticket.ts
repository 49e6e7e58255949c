import { Problem } from '../../kernel/index.ts';

export const isTicket = (orderId: string): boolean => !orderId.includes(':');

/** Refuses tickets that several servers have: without the server they name no order. */
export function refuseAmbiguous(orderIds: readonly string[]): void {
  const byTicket = new Map<string, string[]>();
  for (const id of orderIds) {
    const ticket = id.slice(id.lastIndexOf(':') + 1);
    byTicket.set(ticket, [...(byTicket.get(ticket) ?? []), id]);
  }
  const faults = [...byTicket]
    .filter(([, ids]) => ids.length > 1)
    .map(([ticket, ids]) => `${ticket} is on several servers: write ${ids.join(' or ')}`);
  if (faults.length === 0) return;
  throw new Problem('unprocessable', 'The ticket of an order is not unique across servers.', {
    errors: { order_id: faults },
  });
}
