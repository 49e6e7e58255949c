import { useQuery } from '@tanstack/react-query';
import { IconWebhook } from '../icons/index.ts';
import { CreateLink, ListPage } from '../list/index.ts';
import { useService, type Webhook } from '../session/index.ts';
import { agoColumn, allRows, textColumn, type Column } from '../table/index.ts';
import { webhooksQuery } from './queries.ts';
import { WebhookState } from './state.tsx';
import { texts } from './texts.ts';

export function Webhooks() {
  const list = allRows(useQuery(webhooksQuery(useService())));
  return (
    <ListPage
      texts={texts.list}
      icon={<IconWebhook size={32} />}
      action={<CreateLink to="/webhooks/new" label={texts.list.create} />}
      list={list}
      columns={COLUMNS}
      idOf={({ id }) => id}
      to={({ id }) => ({ to: '/webhooks/$id', params: { id } })}
    />
  );
}

const COLUMNS: readonly Column<Webhook>[] = [
  textColumn('url', texts.columns.url, ({ url }) => url),
  {
    id: 'state',
    header: texts.columns.state,
    text: ({ paused }) => (paused ? texts.paused : texts.active),
    cell: ({ paused }) => <WebhookState paused={paused} />,
  },
  {
    id: 'events',
    header: texts.columns.events,
    text: ({ events }) => events.join(' '),
    cell: ({ events }) => texts.eventCount(events.length),
  },
  agoColumn('created', texts.columns.created, ({ createdAt }) => createdAt),
];
