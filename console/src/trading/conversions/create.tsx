import { QuaestorError, type ConversionRules, type CreateConversion } from '@quaestor/sdk';
import {
  Button,
  Group,
  SegmentedControl,
  Select,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { later } from '../../shared/later/index.ts';
import { say } from '../../shared/messages/index.ts';
import { groupDigits, readAmount, writeAmount } from '../../shared/money/index.ts';
import { Page } from '../../shared/parts/index.ts';
import { Loaded, Problem } from '../../shared/problem/index.ts';
import { useNow } from '../../shared/text/index.ts';
import { trading } from '../api.ts';
import { namesOf } from '../venues/names-of.ts';
import { totalsQuery, venuesQuery } from '../venues/queries.ts';
import { withReviewed } from './bound.ts';
import { rulesQuery } from './queries.ts';
import { texts } from './texts.ts';
import { toRequest, type Draft } from './to-request.ts';

const Estimate = later(() => import('./estimate.tsx'));
const VenuesField = later(() => import('./venues-field.tsx'));
const { create: t } = texts;
/** Books move: an older estimate says little about what a conversion would trade at. */
const FRESH_MS = 30_000;
/** Up to 50 percent. */
const SLIPPAGE = /^(([0-9]|[1-4][0-9])(\.\d{1,2})?|50(\.0{1,2})?)$/;

/** The slippage of the installation is filled in. */
export function NewConversion() {
  const rules = useQuery(rulesQuery());
  return (
    <Page title={t.title} description={t.description}>
      <Loaded query={rules} height={400}>
        {(data) => <ConversionForm rules={data} />}
      </Loaded>
    </Page>
  );
}

/** A conversion is estimated before it can be sent. A change of the form makes the estimate void. */
function ConversionForm({ rules }: { readonly rules: ConversionRules }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [newReference] = useState(() => `console-${Date.now().toString(36)}`);
  const { data: venues = [] } = useQuery(venuesQuery());
  const { data: totals } = useQuery(totalsQuery());
  const form = useForm<Draft>({
    initialValues: {
      from: null,
      to: null,
      side: 'from',
      amount: '',
      executor: 'MARKET',
      venues: [],
      endsAfter: '',
      slippage: writeAmount(String(rules.maxSlippageBps / 100)),
      reference: newReference,
    },
    validate: {
      from: (value) => (value === null ? t.chooseAsset : null),
      to: (value, { from }) => (value === null ? t.chooseAsset : value === from ? t.sameAsset : null),
      amount: (value, draft) =>
        /[1-9]/.test(readAmount(value, draft[draft.side] ?? '') ?? '') ? null : t.giveAmount,
      slippage: (value) =>
        (value.trim() === '' ? rules.bound !== 'required' : SLIPPAGE.test(readAmount(value, '%') ?? ''))
          ? null
          : t.giveSlippage,
      reference: (value) => (value.trim() === '' ? t.giveReference : null),
    },
    onValuesChange: () => {
      estimate.reset();
      create.reset();
    },
  });
  const { values } = form;
  const estimate = useMutation({
    mutationFn: async (draft: Draft) => {
      const request = toRequest(draft, new Date());
      const result = await trading.conversions.estimate(request);
      return { request: withReviewed(request, result), estimate: result, at: new Date().toISOString() };
    },
  });
  const create = useMutation({
    mutationFn: (request: CreateConversion) => trading.conversions.create(request),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['conversions'] });
      await navigate({ to: '/conversions/$id', params: { id } });
      say({ text: t.created });
    },
  });
  const assets = [
    ...new Set(venues.flatMap(({ symbols }) => symbols.flatMap(({ code }) => code.split('-')))),
  ].toSorted();
  const held = totals?.rows.find(({ asset }) => asset === values.from);
  const given = values[values.side];
  const error = create.error ?? estimate.error;
  const isUnanswered = create.isError && mayHaveArrived(create.error);
  const askEstimate = form.onSubmit((draft) => {
    create.reset();
    estimate.mutate(draft);
  });
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing={48}>
      <form onSubmit={askEstimate}>
        <Stack gap="md" maw={520}>
          <Group grow align="flex-start">
            <Select label={t.from} required searchable data={assets} {...form.getInputProps('from')} />
            <Select label={t.to} required searchable data={assets} {...form.getInputProps('to')} />
          </Group>
          <SegmentedControl
            aria-label={t.side}
            data={Object.entries(t.sides).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('side')}
          />
          <TextInput
            label={t.amount}
            required
            inputMode="decimal"
            autoComplete="off"
            description={
              held === undefined
                ? undefined
                : t.available(groupDigits(held.available), held.asset, namesOf(totals?.missing ?? [], venues))
            }
            rightSection={
              <Text size="sm" c="dimmed">
                {given}
              </Text>
            }
            rightSectionWidth={64}
            rightSectionPointerEvents="none"
            styles={{ input: { textAlign: 'right' } }}
            {...form.getInputProps('amount')}
          />
          <Select
            label={t.executor}
            allowDeselect={false}
            data={Object.entries(texts.executors).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('executor')}
          />
          <TextInput
            label={t.slippage}
            description={t.slippageHint[rules.bound]}
            required={rules.bound === 'required'}
            inputMode="decimal"
            autoComplete="off"
            rightSection={
              <Text size="sm" c="dimmed">
                {t.percent}
              </Text>
            }
            rightSectionPointerEvents="none"
            styles={{ input: { textAlign: 'right' } }}
            {...form.getInputProps('slippage')}
          />
          <Suspense fallback={<Skeleton height={60} />}>
            <VenuesField {...form.getInputProps('venues')} />
          </Suspense>
          <Select
            label={t.ends}
            allowDeselect={false}
            data={Object.entries(t.endings).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('endsAfter')}
          />
          <TextInput
            label={t.reference}
            required
            description={t.referenceHint}
            maxLength={128}
            {...form.getInputProps('reference')}
          />
          {error !== null && <Problem error={error} />}
          <Group>
            <Button
              type="submit"
              variant={estimate.data === undefined ? 'filled' : 'default'}
              loading={estimate.isPending}
              disabled={create.isPending || isUnanswered}
            >
              {estimate.data === undefined ? t.estimate : t.again}
            </Button>
          </Group>
        </Stack>
      </form>
      {estimate.data !== undefined && (
        <Stack gap="lg">
          <Suspense fallback={<Skeleton height={240} />}>
            <Estimate estimate={estimate.data.estimate} at={estimate.data.at} asset={given ?? ''} />
          </Suspense>
          {estimate.data.estimate.bound?.isMet !== false && (
            <Confirm
              {...estimate.data}
              isUnanswered={isUnanswered}
              isPending={create.isPending}
              onConfirm={create.mutate}
              onRefresh={askEstimate}
            />
          )}
        </Stack>
      )}
    </SimpleGrid>
  );
}

/** Whether a request may have taken effect although its answer says nothing about it. */
const mayHaveArrived = (error: Error): boolean =>
  !(error instanceof QuaestorError && error.status !== undefined && error.status < 500);

interface ConfirmProps {
  readonly request: CreateConversion;
  readonly at: string;
  readonly isUnanswered: boolean;
  readonly isPending: boolean;
  readonly onConfirm: (request: CreateConversion) => void;
  readonly onRefresh: () => void;
}

/** Sends exactly what was estimated, also again: only an equal request is recognised as a repeat. */
function Confirm({ request, at, isUnanswered, isPending, onConfirm, onRefresh }: ConfirmProps) {
  const isOld = useNow() - Date.parse(at) >= FRESH_MS;
  const mustRefresh = isOld && !isUnanswered && !isPending;
  return (
    <Stack gap="xs" align="flex-start">
      {(mustRefresh || isUnanswered) && (
        <Text size="sm" role="status">
          {mustRefresh ? t.old : t.unanswered}
        </Text>
      )}
      {mustRefresh ? (
        <Button onClick={onRefresh}>{t.refresh}</Button>
      ) : (
        <Button loading={isPending} onClick={() => onConfirm(request)}>
          {t.confirm(request.from.asset, request.to.asset)}
        </Button>
      )}
    </Stack>
  );
}
