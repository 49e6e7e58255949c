import type { WebhookDestination } from '@quaestor/sdk';
import { Button } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ListPage } from '../../shared/list/index.ts';
import { allRows, type Column } from '../../shared/table/index.ts';
import { Ago } from '../../shared/text/index.ts';
import { webhooksQuery } from './queries.ts';
import { WebhookState } from './state.tsx';
import { texts } from './texts.ts';

export function Webhooks() {
  const navigate = useNavigate();
  const list = allRows(useQuery(webhooksQuery()));
  return (
    <ListPage
      texts={texts.list}
      icon={<IconWebhook size={32} />}
      action={
        <Button component={Link} to="/webhooks/new" leftSection={<IconPlus size={16} />}>
          {texts.list.create}
        </Button>
      }
      list={list}
      columns={COLUMNS}
      idOf={({ id }) => id}
      onOpen={({ id }) => void navigate({ to: `/webhooks/${id}` })}
    />
  );
}

const COLUMNS: readonly Column<WebhookDestination>[] = [
  { id: 'url', header: texts.columns.url, text: ({ url }) => url, cell: ({ url }) => url },
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
  {
    id: 'created',
    header: texts.columns.created,
    align: 'right',
    text: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <Ago at={createdAt} />,
  },
];
