import type { WebhookDeliveryDetail } from '@quaestor/sdk';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../change/index.ts';
import { Panel } from '../panel/index.ts';
import { CodeBlock, Copy, Facts } from '../parts/index.ts';
import { Problem } from '../problem/index.ts';
import { useService } from '../session/index.ts';
import { formatTime } from '../text/index.ts';
import { deliveryQuery } from './queries.ts';
import { DeliveryState } from './state.tsx';
import { texts } from './texts.ts';

const { delivery: t, deliveries } = texts;

interface DeliveryProps {
  readonly id: string;
  readonly messageId: string;
  readonly onClose: () => void;
}

/** One message: what was sent, and what came back last. */
export default function Delivery({ id, messageId, onClose }: DeliveryProps) {
  const service = useService();
  const { data, error } = useQuery(deliveryQuery(service, id, messageId));
  const retry = useChange(
    'webhooks',
    () => service.webhooks.deliveries.retry(id, messageId),
    ({ type }) => ({
      text: t.sentAgain(type),
      link: {
        label: t.show,
        place: { to: '/webhooks/$id', params: { id }, search: { message: messageId } },
      },
    }),
  );
  // It waits for an earlier event of its resource.
  const isQueued = data?.state === 'PENDING' && data.nextAttemptAt === null;
  return (
    <Panel title={t.title} onClose={onClose}>
      {(error ?? retry.error) !== null && <Problem error={error ?? retry.error} />}
      {data === undefined && error === null && <Skeleton height={240} />}
      {data !== undefined && (
        <>
          <Facts items={factsOf(data)} />
          {!isQueued && (
            <Stack gap="xs" align="flex-start">
              {data.state === 'PARKED' && <Text size="sm">{t.parkedNote}</Text>}
              <Button variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
                {t.retry}
              </Button>
            </Stack>
          )}
          <Body title={t.sent} body={data.request.body} />
          {data.response === null ? (
            <Text size="sm" c="dimmed">
              {t.noAnswer}
            </Text>
          ) : (
            <Body title={t.answered(data.response.status)} body={data.response.body} />
          )}
        </>
      )}
    </Panel>
  );
}

function Body({ title, body }: { title: string; body: string }) {
  return (
    <Stack gap={4}>
      <Group gap={4}>
        <Text size="sm" fw={500}>
          {title}
        </Text>
        {body !== '' && <Copy value={body} what={title} />}
      </Group>
      {body === '' ? (
        <Text size="sm" c="dimmed">
          {t.emptyBody}
        </Text>
      ) : (
        <CodeBlock>{readable(body)}</CodeBlock>
      )}
    </Stack>
  );
}

/** JSON over several lines; anything else as it is. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

const factsOf = (row: WebhookDeliveryDetail) =>
  [
    [deliveries.columns.state, <DeliveryState key="state" state={row.state} />],
    [deliveries.columns.type, row.type],
    [deliveries.columns.resource, row.resource],
    [
      t.message,
      <Group key="message" gap={4} wrap="nowrap">
        {row.messageId}
        <Copy value={row.messageId} what={t.messageId} />
      </Group>,
    ],
    [deliveries.columns.attempts, row.attempts],
    [deliveries.columns.created, formatTime(row.createdAt)],
    [t.last, row.lastAttemptAt && formatTime(row.lastAttemptAt)],
    [t.next, row.nextAttemptAt && formatTime(row.nextAttemptAt)],
    [t.error, row.lastError],
  ] as const;
