import { createHash } from 'node:crypto';
import { Decimal } from '../../../../kernel/index.ts';
import { count, day, distinct, number, sum, text, type Cell, type ModelRow } from './cells.ts';
import { keeps, type Model, type View } from './view.ts';

const partnersBelow = ({ t, me }: View) => t('partners').filter((row) => row['parent_uid'] === me);

export const subpartners: Model = (view, query) => {
  const rows = partnersBelow(view)
    .map((partner): ModelRow => {
      const clients = view
        .t('clients')
        .filter((client) => view.ownerOfLink(client['link_code']) === partner['partner_uid']);
      const uids = new Set(clients.map((client) => client['client_uid']));
      const accounts = view
        .t('client_accounts')
        .filter((account) => uids.has(account['client_uid']) && account['trial'] !== true);
      const orders = accounts.flatMap((account) => view.ordersOf(account['client_account']));
      return {
        subpartner_uid: text(partner['partner_uid']),
        country: text(partner['country']),
        clients_count: count(clients),
        accounts_count: count(accounts),
        last_trade:
          orders
            .map((order) => day(order['closed_at']))
            .toSorted()
            .at(-1) ?? null,
        volume_lots: sum(orders.map((order) => order['volume_lots'])),
        volume_mln_usd: sum(orders.map((order) => order['volume_mln_usd'])),
        reward_usd: sum(orders.map((order) => order['parent_reward_usd'])),
      };
    })
    .filter((row) => keeps(row, query));
  const total = (name: string) => sum(rows.map((row) => row[name]));
  return {
    rows,
    totals: {
      count: count(rows),
      clients_count: total('clients_count'),
      accounts_count: total('accounts_count'),
      volume_lots: total('volume_lots'),
      volume_mln_usd: total('volume_mln_usd'),
      reward_usd: total('reward_usd'),
    },
  };
};

export const secondLevelAccounts: Model = (view, query) => {
  const { t, me } = view;
  const main = t('partner_accounts')
    .filter((row) => row['partner_uid'] === me)
    .toSorted((a, b) =>
      text(a['opened_on']) === text(b['opened_on'])
        ? Number(a['partner_account']) - Number(b['partner_account'])
        : text(a['opened_on']).localeCompare(text(b['opened_on'])),
    )[0];
  const below = new Set(partnersBelow(view).map((row) => row['partner_uid']));
  const rows = t('client_accounts')
    .flatMap((account): ModelRow[] => {
      const client = view.clientOf(account['client_account']);
      const link = view.find('links', 'link_code', client?.['link_code']);
      const subpartner = view.ownerOfLink(link?.['link_code']);
      if (!client || !below.has(subpartner ?? null) || account['trial'] === true) return [];
      const orders = view.ordersOf(account['client_account']);
      return [
        {
          id: createHash('sha256').update(text(account['client_account'])).digest().readUIntBE(0, 6),
          partner_account: text(main?.['partner_account']),
          partner_account_name: view.nameOf(main?.['partner_account']),
          partner_account_currency: text(main?.['currency']),
          subpartner_uid: text(subpartner),
          subpartner_account: text(link?.['partner_account']),
          client_uid: text(client['client_uid']),
          client_account: text(account['client_account']),
          client_country: text(client['country']),
          platform: text(account['platform']),
          client_account_created: day(account['opened_at']),
          client_account_last_trade:
            orders
              .map((order) => day(order['closed_at']))
              .toSorted()
              .at(-1) ?? null,
          volume_lots: sum(orders.map((order) => order['volume_lots'])),
          volume_mln_usd: sum(orders.map((order) => order['volume_mln_usd'])),
          reward: sum(orders.map((order) => order['parent_reward'])),
          reward_usd: sum(orders.map((order) => order['parent_reward_usd'])),
          comment: text(account['comment']),
        },
      ];
    })
    .filter((row) => keeps(row, query));
  const column = (name: string): Cell[] => rows.map((row) => row[name] ?? null);
  return {
    rows,
    totals: {
      count: count(rows),
      clients_count: count(distinct(column('client_uid'))),
      volume_mln_usd: sum(column('volume_mln_usd')),
      volume_lots: sum(column('volume_lots')),
      reward: sum(column('reward')),
      reward_usd: sum(column('reward_usd')),
      partner_account_currency: distinct(column('partner_account_currency')),
    },
  };
};

export const sharedAccounts: Model = (view, query) => {
  const rows = view
    .t('shares')
    .filter((share) => share['agent_uid'] === view.me && !view.isTrial(share['client_account']))
    .map((share): ModelRow => {
      const account = view.find('client_accounts', 'client_account', share['client_account']);
      const client = view.clientOf(share['client_account']);
      const link = view.find('links', 'link_code', client?.['link_code']);
      const all = view.ordersOf(share['client_account']);
      const shared = all.filter((order) => {
        const closed = day(order['closed_at']);
        return (
          closed >= day(share['shared_from']) && (!share['shared_to'] || closed <= day(share['shared_to']))
        );
      });
      return {
        link_code: text(client?.['link_code']),
        country: text(client?.['country']),
        client_account: text(share['client_account']),
        client_uid: text(client?.['client_uid']),
        client_account_type: text(account?.['account_type']),
        partner_account: text(link?.['partner_account']),
        reg_date: day(client?.['registered_at']),
        trade_fn: all.map((order) => day(order['closed_at'])).toSorted()[0] ?? null,
        volume_lots: sum(shared.map((order) => order['volume_lots'])),
        volume_mln_usd: sum(shared.map((order) => order['volume_mln_usd'])),
        agent_commission_usd: sum(
          shared
            .filter((order) => !view.isSuspended(day(order['closed_at'])))
            .map((order) =>
              sum([order['reward_usd']])
                .times(number(share['percent']))
                .dividedBy(Decimal.of(100n), 8, 'half-away'),
            ),
        ),
      };
    })
    .filter((row) => keeps(row, query));
  return {
    rows,
    totals: {
      count: count(rows),
      client_uid_count: count(distinct(rows.map((row) => row['client_uid'] ?? null))),
      volume_lots: sum(rows.map((row) => row['volume_lots'])),
      volume_mln_usd: sum(rows.map((row) => row['volume_mln_usd'])),
      agent_commission_usd: sum(rows.map((row) => row['agent_commission_usd'])),
    },
  };
};
