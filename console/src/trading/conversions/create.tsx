import {
  Button,
  Group,
  MultiSelect,
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
import { lazy, Suspense, useState } from 'react';
import { groupDigits } from '../../shared/money/index.ts';
import { Page } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { trading } from '../api.ts';
import { totalsQuery, venuesQuery } from '../venues/queries.ts';
import { texts } from './texts.ts';
import { toRequest, type Draft } from './to-request.ts';

const Estimate = lazy(() => import('./estimate.tsx'));
const { create: t } = texts;
const AMOUNT = /^\s*(?=[\d.]*[1-9])(\d+(\.\d+)?|\.\d+)\s*$/;

/** A conversion is estimated before it can be sent. A change of the form makes the estimate void. */
export function NewConversion() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [newReference] = useState(() => `console-${Date.now().toString(36)}`);
  const { data: venues = [] } = useQuery(venuesQuery());
  const { data: totals = [] } = useQuery(totalsQuery());
  const form = useForm<Draft>({
    initialValues: {
      from: null,
      to: null,
      side: 'from',
      amount: '',
      executor: 'MARKET',
      venues: [],
      endsAfter: '',
      reference: newReference,
    },
    validate: {
      from: (value) => (value === null ? t.chooseAsset : null),
      to: (value, { from }) => (value === null ? t.chooseAsset : value === from ? t.sameAsset : null),
      amount: (value) => (AMOUNT.test(value) ? null : t.giveAmount),
      reference: (value) => (value.trim() === '' ? t.giveReference : null),
    },
    onValuesChange: () => estimate.reset(),
  });
  const { values } = form;
  const estimate = useMutation({
    mutationFn: async (draft: Draft) => ({
      estimate: await trading.conversions.estimate(toRequest(draft, new Date())),
      at: new Date().toISOString(),
    }),
  });
  const create = useMutation({
    mutationFn: (draft: Draft) => trading.conversions.create(toRequest(draft, new Date())),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['conversions'] });
      await navigate({ to: `/conversions/${id}` });
    },
  });
  const assets = [
    ...new Set(venues.flatMap(({ symbols }) => symbols.flatMap(({ code }) => code.split('-')))),
  ].toSorted();
  const held = totals.find(({ asset }) => asset === values.from);
  const given = values[values.side];
  const error = create.error ?? estimate.error;
  return (
    <Page title={t.title} description={t.description}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={48}>
        <form
          onSubmit={form.onSubmit((draft) => {
            create.reset();
            estimate.mutate(draft);
          })}
        >
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
                held === undefined ? undefined : t.available(groupDigits(held.available), held.asset)
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
            <MultiSelect
              label={t.venues}
              placeholder={values.venues.length === 0 ? t.allVenues : ''}
              clearable
              data={venues.map(({ code, name }) => ({ value: code, label: name }))}
              {...form.getInputProps('venues')}
            />
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
              >
                {estimate.data === undefined ? t.estimate : t.again}
              </Button>
            </Group>
          </Stack>
        </form>
        {estimate.data !== undefined && (
          <Stack gap="lg">
            <Suspense fallback={<Skeleton height={240} />}>
              <Estimate {...estimate.data} asset={given ?? ''} />
            </Suspense>
            <Group>
              <Button loading={create.isPending} onClick={() => create.mutate(values)}>
                {t.confirm(values.from ?? '', values.to ?? '')}
              </Button>
            </Group>
          </Stack>
        )}
      </SimpleGrid>
    </Page>
  );
}
