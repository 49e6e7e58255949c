import type { CreateWithdrawal, WithdrawalDetail } from '@quaestor/sdk';
import { Alert, Button, Group, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { groupDigits } from '../../shared/money/index.ts';
import { Page } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { trading } from '../api.ts';
import { balancesQuery, venuesQuery } from '../venues/queries.ts';
import { checkAmount } from './check-amount.ts';
import { destinationsQuery } from './queries.ts';
import { toRequest, type Draft } from './to-request.ts';
import { texts } from './texts.ts';

/** A request is checked by the server as a dry run before it can be made. */
export function NewWithdrawal() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [newReference] = useState(() => `console-${Date.now().toString(36)}`);
  const { data: venues = [] } = useQuery(venuesQuery());
  const { data: destinations = [] } = useQuery(destinationsQuery());
  const { data: balances = [] } = useQuery({ ...balancesQuery(), select: ({ rows }) => rows });
  const assetOf = (draft: Draft) =>
    venues.find(({ code }) => code === draft.venue)?.assets.find(({ code }) => code === draft.asset);
  const availableOf = (draft: Draft) =>
    balances.find((row) => row.venue === draft.venue && row.asset === draft.asset)?.available;
  const form = useForm<Draft>({
    initialValues: {
      venue: null,
      asset: null,
      amount: '',
      to: 'saved',
      alias: null,
      network: null,
      address: '',
      tag: '',
      reference: newReference,
    },
    validateInputOnChange: ['amount'],
    validate: {
      venue: (value) => (value === null ? texts.create.chooseVenue : null),
      asset: (value) => (value === null ? texts.create.chooseAsset : null),
      amount: (value, draft) => checkAmount(value, assetOf(draft), availableOf(draft)),
      alias: (value, { to }) => (to === 'saved' && value === null ? texts.create.chooseDestination : null),
      network: (value, { to }) => (to === 'new' && value === null ? texts.create.chooseNetwork : null),
      address: (value, { to }) => (to === 'new' && value.trim() === '' ? texts.create.giveAddress : null),
      reference: (value) => (value.trim() === '' ? texts.create.giveReference : null),
    },
    onValuesChange: () => check.reset(),
  });
  const { values } = form;
  const venue = venues.find(({ code }) => code === values.venue);
  const asset = assetOf(values);
  const available = availableOf(values);
  const networks = asset?.networks.map(({ code }) => code) ?? [];
  const saved = destinations.filter(({ kind, network }) =>
    kind === 'bank' ? networks.length === 0 : networks.includes(network ?? ''),
  );
  const network = asset?.networks.find(({ code }) => code === values.network);

  const check = useMutation({
    mutationFn: async (request: CreateWithdrawal) => {
      const reference = `${request.reference}.check.${Date.now().toString(36)}`;
      const { id } = await trading.withdrawals.create({ ...request, reference }, { dryRun: true });
      return trading.withdrawals.get(id, { expand: 'approvals' });
    },
  });
  const create = useMutation({
    mutationFn: (request: CreateWithdrawal) => trading.withdrawals.create(request),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['withdrawals'] });
      await navigate({ to: `/withdrawals/${id}` });
    },
  });
  const error = create.error ?? check.error;
  return (
    <Page title={texts.list.create} description={texts.create.about}>
      <form
        onSubmit={form.onSubmit((draft) => {
          create.reset();
          check.mutate(toRequest(draft, destinations));
        })}
      >
        <Stack gap="md" maw={520}>
          <Group grow align="flex-start">
            <Select
              label={texts.create.venue}
              required
              data={venues
                .filter(
                  ({ withdrawals, capabilities }) =>
                    withdrawals !== 'off' && capabilities.includes('withdrawals'),
                )
                .map(({ code, name }) => ({ value: code, label: name }))}
              {...form.getInputProps('venue')}
              onChange={(code: string | null) =>
                form.setValues({ venue: code, asset: null, network: null, alias: null })
              }
            />
            <Select
              label={texts.create.asset}
              required
              searchable
              data={venue?.assets.map(({ code }) => code) ?? []}
              disabled={venue === undefined}
              {...form.getInputProps('asset')}
              onChange={(code: string | null) => form.setValues({ asset: code, network: null, alias: null })}
            />
          </Group>
          <TextInput
            label={texts.create.amount}
            required
            inputMode="decimal"
            autoComplete="off"
            description={
              available === undefined
                ? undefined
                : texts.create.available(groupDigits(available), asset?.code ?? '')
            }
            rightSection={
              <Text size="sm" c="dimmed">
                {asset?.code}
              </Text>
            }
            rightSectionWidth={64}
            styles={{ input: { textAlign: 'right' } }}
            {...form.getInputProps('amount')}
          />
          <SegmentedControl
            aria-label={texts.create.destination}
            data={[
              { value: 'saved', label: texts.create.saved },
              { value: 'new', label: texts.create.newAddress },
            ]}
            {...form.getInputProps('to')}
          />
          {values.to === 'saved' ? (
            <Select
              label={texts.create.destination}
              required
              searchable
              data={saved.map(({ alias, status }) => ({
                value: alias,
                label: status === 'CONFIRMED' ? alias : texts.create.unconfirmed(alias),
              }))}
              nothingFoundMessage={texts.create.noDestination}
              description={texts.create.aboutDestination}
              {...form.getInputProps('alias')}
            />
          ) : (
            <>
              <Select
                label={texts.create.network}
                required
                data={networks}
                {...form.getInputProps('network')}
              />
              <TextInput
                label={texts.create.address}
                required
                autoComplete="off"
                spellCheck={false}
                description={texts.create.aboutAddress}
                styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
                {...form.getInputProps('address')}
              />
              {network !== undefined && network.tag !== 'none' && (
                <TextInput
                  label={texts.create.tag}
                  required={network.tag === 'required'}
                  {...form.getInputProps('tag')}
                />
              )}
            </>
          )}
          <TextInput
            label={texts.create.reference}
            required
            description={texts.create.aboutReference}
            maxLength={128}
            {...form.getInputProps('reference')}
          />
          {error !== null && <Problem error={error} />}
          {check.data === undefined ? (
            <Group>
              <Button type="submit" loading={check.isPending}>
                {texts.create.check}
              </Button>
            </Group>
          ) : (
            <Checked
              result={check.data}
              isSending={create.isPending}
              onSend={() => create.mutate(toRequest(values, destinations))}
            />
          )}
        </Stack>
      </form>
    </Page>
  );
}

interface CheckedProps {
  readonly result: WithdrawalDetail;
  readonly isSending: boolean;
  readonly onSend: () => void;
}

function Checked({ result: { decision }, isSending, onSend }: CheckedProps) {
  return (
    <Stack gap="md">
      <Alert variant="outline" color="green" icon={<IconCircleCheck size={18} />} title={texts.create.passed}>
        <Text size="sm" c="var(--mantine-color-text)">
          {decision?.sentence ?? texts.create.noRule}
        </Text>
      </Alert>
      <Group>
        <Button type="button" loading={isSending} onClick={onSend}>
          {texts.create.request}
        </Button>
      </Group>
    </Stack>
  );
}
