import type { WebhookDelivery } from '@quaestor/sdk';
import { SegmentedControl, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Section } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { agoColumn, DataTable, textColumn, useRows, type Column } from '../../shared/table/index.ts';
import { trading } from '../api.ts';
import { DeliveryState } from './state.tsx';
import { texts } from './texts.ts';

const Delivery = lazy(() => import('./delivery.tsx'));
const { deliveries: t } = texts;
const EVERY_MS = 2_000;
const STATES = ['PENDING', 'DELIVERED', 'PARKED'] as const;

interface Search {
  readonly state?: string | undefined;
  readonly message?: string | undefined;
}

/** What was sent to a webhook, newest first. */
export function Deliveries({ id }: { id: string }) {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const change = (part: Search) => void navigate({ to: '.', search: { ...search, ...part } });
  const state = STATES.find((known) => known === search.state);
  const { rows, total, onEnd, error, isPending, refetch } = useRows<WebhookDelivery>(
    ['webhooks', 'one', id, 'deliveries', state],
    ({ signal, ...position }) =>
      trading.webhooks.deliveries.list(id, { ...(state && { state }) }, { signal }).page(position),
    () => EVERY_MS,
  );
  return (
    <Section
      title={t.title}
      description={t.description}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t.filter}
          data={[{ value: '', label: t.all }, ...STATES.map((value) => ({ value, label: t.states[value] }))]}
          value={state ?? ''}
          onChange={(value) => change({ state: value === '' ? undefined : value })}
        />
      }
    >
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {error === null && !isPending && rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {state === undefined ? t.none : t.noneOf}
        </Text>
      )}
      {rows.length > 0 && (
        <DataTable
          name={t.title}
          columns={COLUMNS}
          rows={rows}
          idOf={({ messageId }) => messageId}
          total={total}
          onEnd={onEnd}
          onOpen={({ messageId }) => change({ message: messageId })}
        />
      )}
      <Suspense fallback={null}>
        {search.message !== undefined && (
          <Delivery id={id} messageId={search.message} onClose={() => change({ message: undefined })} />
        )}
      </Suspense>
    </Section>
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
  textColumn('type', t.columns.type, ({ type }) => type),
  textColumn('resource', t.columns.resource, ({ resource }) => resource),
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
