import type { ChangeWebhookDestination, WebhookDestination } from '@quaestor/sdk';
import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';

import { later } from '../../shared/later/index.ts';
import { IconInfoCircle } from '../../shared/icons/index.ts';
import { useChange } from '../../shared/change/index.ts';
import { Editable } from '../../shared/editable/index.ts';
import { AskFirst, Copy, Facts, Page } from '../../shared/parts/index.ts';
import { Problem, Unloaded } from '../../shared/problem/index.ts';
import { formatTime } from '../../shared/text/index.ts';
import { trading } from '../api.ts';
import { Deliveries } from './deliveries.tsx';
import { webhookQuery } from './queries.ts';
import { Secret } from './secret.tsx';
import { WebhookState } from './state.tsx';
import { texts } from './texts.ts';

const WebhookForm = later(() => import('./form.tsx'));
const { detail: t } = texts;

export function WebhookDetail() {
  const { id } = useParams({ from: '/signed-in/webhooks/$id' });
  const { data, error, refetch } = useQuery(webhookQuery(id));
  if (data === undefined) {
    return <Unloaded title={t.title} error={error} onRetry={() => void refetch()} />;
  }
  return (
    <>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      <Shown webhook={data} />
    </>
  );
}

function Shown({ webhook }: { webhook: WebhookDestination }) {
  const { id, url, paused, events, etag } = webhook;
  const client = useQueryClient();
  const navigate = useNavigate();
  const update = ({ etag: ifMatch, ...values }: ChangeWebhookDestination & { etag?: string }) =>
    trading.webhooks.update(id, values, { ifMatch });
  const change = useChange('webhooks', update);
  const pause = useChange('webhooks', update);
  const test = useMutation({ mutationFn: () => trading.webhooks.test(id) });
  const rotate = useChange('webhooks', () => trading.webhooks.rotate(id));
  const remove = useMutation({
    mutationFn: () => trading.webhooks.remove(id),
    onSuccess: async () => {
      await navigate({ to: '/webhooks' });
      await client.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
  const error = test.error ?? rotate.error ?? remove.error ?? pause.error;
  return (
    <Page
      title={url}
      description={
        <Group gap={4}>
          {id}
          <Copy value={id} what={t.id} />
        </Group>
      }
      actions={
        <>
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            {t.test}
          </Button>
          <Button
            variant="default"
            loading={pause.isPending}
            onClick={() => pause.mutate({ paused: !paused, etag })}
          >
            {paused ? t.resume : t.pause}
          </Button>
        </>
      }
    >
      {error !== null && <Problem error={error} />}
      {test.data !== undefined && <Tested result={test.data} />}
      {rotate.data !== undefined && <Secret secret={rotate.data.secret} onClose={() => rotate.reset()} />}
      <Editable
        title={t.facts}
        shown={
          <>
            <Facts items={factsOf(webhook)} />
            <Group gap="xs">
              <AskFirst
                size="compact-sm"
                {...t.rotate}
                isPending={rotate.isPending}
                onConfirm={() => rotate.mutate()}
              />
              <AskFirst
                size="compact-sm"
                {...t.remove}
                isPending={remove.isPending}
                onConfirm={() => remove.mutate()}
              />
            </Group>
          </>
        }
      >
        {(close, discard) => (
          <WebhookForm
            initial={{ url, events, etag }}
            submit={t.save}
            isPending={change.isPending}
            error={change.error}
            onSubmit={(values) => change.mutate(values, { onSuccess: close })}
          >
            {discard}
          </WebhookForm>
        )}
      </Editable>
      <Deliveries id={id} events={events} />
    </Page>
  );
}

function Tested({
  result: { delivered, status, error },
}: {
  result: Awaited<ReturnType<typeof trading.webhooks.test>>;
}) {
  return (
    <Alert
      role="status"
      variant="outline"
      color={delivered ? 'green' : 'red'}
      icon={<IconInfoCircle size={18} />}
    >
      <Text size="sm">{delivered ? t.tested(status) : t.untested(error ?? '')}</Text>
    </Alert>
  );
}

const factsOf = ({ paused, events, createdAt, previousSecretUntil }: WebhookDestination) =>
  [
    [
      t.state,
      <div key="state">
        <WebhookState paused={paused} />
        {paused && (
          <Text size="sm" c="dimmed">
            {t.pausedNote}
          </Text>
        )}
      </div>,
    ],
    [t.events, events.map((type) => <div key={type}>{type}</div>)],
    [t.created, formatTime(createdAt)],
    [t.previousSecret, previousSecretUntil && t.signsUntil(previousSecretUntil)],
  ] as const;
