import type { Partner } from '@quaestor/sdk';

/** The credited row of the second-level reward that is the largest. */
export async function findBelow(api: Partner): Promise<number> {
  const [row] = (await api.reports.secondLevelRewards({ ordering: ['-reward_usd'] }).page({ limit: 1 })).data;
  if (row === undefined) throw new Error('The demo has no second-level reward.');
  const day = row.reward_date.slice(0, 10);
  const credited = api.reports.creditedRewards({
    subpartner_account: [row.subpartner_account ?? ''],
    client_account: [row.client_account],
    reward_date_from: day,
    reward_date_to: day,
  });
  return (await credited.page()).data[0]?.id ?? 0;
}

/** The newest adjustment of a first-level reward. */
export async function findAdjustment(api: Partner): Promise<number> {
  const adjustments = api.reports.creditedRewards({ kind: ['adjustment'], ordering: ['-reward_order'] });
  for await (const { id } of adjustments.rows()) {
    const { agent_uid, subpartner_account } = await api.orders.explainCredited(id, { limit: 1 });
    if (agent_uid === null && subpartner_account === null) return id;
  }
  throw new Error('The demo has no adjustment.');
}

/** A commission that was credited, and an order behind it. */
export async function findCommission(api: Partner): Promise<{ id: number; order: string; usd: string }> {
  const shared = (await api.reports.sharedAccounts({ ordering: ['-agent_commission_usd'] }).page()).data;
  const accounts = shared.map(({ client_account: account }) => account);
  const credited = api.reports.creditedRewards({ client_account: accounts, ordering: ['-reward_usd'] });
  const [row] = (await credited.page({ limit: 1 })).data;
  if (row === undefined) throw new Error('The demo has no commission.');
  const [order] = (await api.orders.explainCredited(row.id)).orders;
  return { id: row.id, order: order?.order_id ?? '', usd: order?.reward_usd ?? '' };
}
