import type { WebhookTest } from '@quaestor/sdk';
import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { later } from '../later/index.ts';
import { IconInfoCircle } from '../icons/index.ts';
import { useChange } from '../change/index.ts';
import { Editable, otherError, Overtaken, useEdited } from '../editable/index.ts';
import { say } from '../messages/index.ts';
import { AskFirst, Copy, Facts, Page } from '../parts/index.ts';
import { Problem, Unloaded } from '../problem/index.ts';
import { useService, type Webhook as Destination } from '../session/index.ts';
import { formatTime } from '../text/index.ts';
import { Deliveries } from './deliveries.tsx';
import type { EventTexts, Values } from './form.tsx';
import { History } from './history.tsx';
import { webhookQuery } from './queries.ts';
import { Secret } from './secret.tsx';
import { WebhookState } from './state.tsx';
import { texts } from './texts.ts';

const WebhookForm = later(() => import('./form.tsx'));
const { detail: t } = texts;

interface WebhookProps {
  readonly id: string;
  /** Those of the service. */
  readonly events: EventTexts;
}

/** One destination: its settings, how it does and what was sent to it. */
export function Webhook({ id, events }: WebhookProps) {
  const { data, error, refetch } = useQuery(webhookQuery(useService(), id));
  if (data === undefined) {
    return <Unloaded title={t.title} error={error} onRetry={() => void refetch()} />;
  }
  return (
    <>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      <Shown key={data.id} webhook={data} texts={events} />
    </>
  );
}

function Shown({ webhook, texts: eventTexts }: { webhook: Destination; texts: EventTexts }) {
  const { id, url, paused, events, etag } = webhook;
  const { webhooks } = useService();
  const client = useQueryClient();
  const navigate = useNavigate();
  const pause = useChange(
    'webhooks',
    () => webhooks.update(id, { paused: !paused }, { ifMatch: etag }),
    (changed) => ({
      text: changed.paused ? t.paused(url) : t.resumed(url),
      link: {
        label: t.showWaiting,
        place: { to: '/webhooks/$id', params: { id }, search: { state: 'PENDING' } },
      },
    }),
  );
  const test = useMutation({ mutationFn: () => webhooks.test(id) });
  const rotate = useChange('webhooks', () => webhooks.rotate(id));
  const remove = useMutation({
    mutationFn: () => webhooks.remove(id),
    onSuccess: async () => {
      await navigate({ to: '/webhooks' });
      say({ text: t.removed(url) });
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
          <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate()}>
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
          <Edit webhook={webhook} texts={eventTexts} onSaved={close}>
            {discard}
          </Edit>
        )}
      </Editable>
      <History id={id} />
      <Deliveries id={id} events={events} />
    </Page>
  );
}

interface EditProps {
  readonly webhook: Destination;
  readonly texts: EventTexts;
  readonly onSaved: () => void;
  readonly children: ReactNode;
}

function Edit({ webhook, texts: eventTexts, onSaved, children }: EditProps) {
  const service = useService();
  const client = useQueryClient();
  const { begun, known, isOvertaken, onTouch, onError, onDiscard } = useEdited(webhook, () =>
    client.fetchQuery({ ...webhookQuery(service, webhook.id), staleTime: 0 }),
  );
  const change = useChange(
    'webhooks',
    (values: Values) => service.webhooks.update(known.id, values, { ifMatch: known.etag }),
    (saved) => ({ text: t.changed(saved.url) }),
  );
  return (
    <WebhookForm
      key={begun.etag}
      events={eventTexts}
      initial={{ url: begun.url, events: begun.events }}
      submit={t.save}
      isPending={change.isPending}
      error={otherError(change.error, isOvertaken)}
      onSubmit={(values) => change.mutate(values, { onSuccess: onSaved, onError })}
      onTouch={onTouch}
      note={isOvertaken && <Overtaken onDiscard={onDiscard} />}
    >
      {children}
    </WebhookForm>
  );
}

function Tested({ result: { delivered, status, error } }: { result: WebhookTest }) {
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

const factsOf = ({ paused, events, createdAt, previousSecretUntil }: Destination) =>
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
