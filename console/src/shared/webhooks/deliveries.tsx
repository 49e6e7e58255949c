import type { WebhookDelivery } from '@quaestor/sdk';
import { Group, SegmentedControl, Select } from '@mantine/core';
import { Suspense } from 'react';
import { later } from '../later/index.ts';
import { SectionOfRows, useAddress } from '../list/index.ts';
import { useService } from '../session/index.ts';
import { agoColumn, nameColumn, textColumn, useRows, type Column } from '../table/index.ts';
import { shorten } from '../text/index.ts';
import { EVERY_MS } from './queries.ts';
import { webhookSearch } from './search.ts';
import { DeliveryState } from './state.tsx';
import { texts } from './texts.ts';

const Delivery = later(() => import('./delivery.tsx'));
const { deliveries: t } = texts;
const STATES = ['PENDING', 'DELIVERED', 'PARKED'] as const;

/** What was sent to a webhook, newest first. */
export function Deliveries({ id, events }: { id: string; events: readonly string[] }) {
  const { search, change } = useAddress(webhookSearch);
  const state = STATES.find((known) => known === search.state);
  const { type } = search;
  const { webhooks } = useService();
  const filter = { ...(state && { state }), ...(type !== undefined && { type }) };
  const list = useRows<WebhookDelivery>(
    ['webhooks', 'one', id, 'deliveries', state, type],
    ({ signal, ...position }) => webhooks.deliveries.list(id, filter, { signal }).page(position),
    () => EVERY_MS,
  );
  return (
    <SectionOfRows
      texts={{ ...t, none: state === undefined && type === undefined ? t.none : t.noneOf }}
      actions={
        <Group gap="sm">
          <Select
            size="xs"
            aria-label={t.ofType}
            placeholder={t.ofType}
            clearable
            clearButtonProps={{ 'aria-label': t.anyType }}
            data={[...events]}
            value={type ?? null}
            onChange={(value) => change({ type: value ?? undefined })}
          />
          <SegmentedControl
            size="xs"
            aria-label={t.filter}
            data={[
              { value: '', label: t.all },
              ...STATES.map((value) => ({ value, label: t.states[value] })),
            ]}
            value={state ?? ''}
            onChange={(value) => change({ state: value === '' ? undefined : value })}
          />
        </Group>
      }
      list={list}
      columns={COLUMNS}
      idOf={({ messageId }) => messageId}
      to={({ messageId }) => ({ message: messageId })}
    >
      <Suspense fallback={null}>
        {search.message !== undefined && (
          <Delivery id={id} messageId={search.message} onClose={() => change({ message: undefined })} />
        )}
      </Suspense>
    </SectionOfRows>
  );
}

const answerOf = ({ lastStatus, lastError }: WebhookDelivery): string =>
  lastStatus === null ? (lastError ?? '') : `${lastStatus}`;

const COLUMNS: readonly Column<WebhookDelivery>[] = [
  {
    id: 'state',
    header: t.columns.state,
    text: ({ state }) => state,
    cell: ({ state }) => <DeliveryState state={state} />,
  },
  nameColumn('type', t.columns.type, ({ type }) => type),
  textColumn(
    'resource',
    t.columns.resource,
    ({ resource }) => resource,
    ({ resource }) => resource.split(':').map(shorten).join(' '),
  ),
  {
    id: 'attempts',
    header: t.columns.attempts,
    align: 'right',
    text: ({ attempts }) => `${attempts}`,
    cell: ({ attempts }) => attempts,
  },
  {
    id: 'answer',
    header: t.columns.answer,
    text: answerOf,
    cell: (row) => answerOf(row) || t.noAnswer,
  },
  agoColumn('created', t.columns.created, ({ createdAt }) => createdAt),
];
