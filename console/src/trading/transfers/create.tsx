import type { CreateTransfer, TravelRule } from '@quaestor/sdk';
import { Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { later } from '../../shared/later/index.ts';
import { say } from '../../shared/messages/index.ts';
import { groupDigits, readAmount, writeAmount } from '../../shared/money/index.ts';
import { Page, Section } from '../../shared/parts/index.ts';
import { trading } from '../api.ts';
import { balancesQuery, venuesQuery } from '../venues/queries.ts';
import { checkAmount } from '../withdrawals/create/check-amount.ts';
import { maxOf } from '../withdrawals/create/max-of.ts';
import { Refusal } from '../recipients/refusal.tsx';
import { toCheck } from '../withdrawals/create/to-request.ts';
import { useReceiver } from '../recipients/use-receiver.ts';
import { sharedAssets, sharedNetworks } from './shared-networks.ts';
import { texts } from './create-texts.ts';

const Checked = later(() => import('../withdrawals/create/checked.tsx'));
const Receiver = later(() => import('../recipients/receiver.tsx'));
const Fee = later(() => import('../withdrawals/create/fee.tsx'));
const ApplyingRules = later(() => import('../withdrawals/create/applying-rules.tsx'));

interface Draft {
  readonly from: string | null;
  readonly to: string | null;
  readonly asset: string | null;
  readonly network: string | null;
  readonly amount: string;
  readonly reference: string;
}

const required = (value: string | null) => (value === null ? texts.choose : null);

const toRequest = (
  { from, to, asset, network, amount, reference }: Draft,
  travelRule?: TravelRule,
): CreateTransfer => ({
  reference: reference.trim(),
  fromVenue: from ?? '',
  toVenue: to ?? '',
  asset: { code: asset ?? '' },
  amount: readAmount(amount, asset ?? '') ?? '',
  network: network ?? '',
  ...(travelRule && { travelRule }),
});

/** From one of our venues to another. There is no address to type: the venue that receives is asked for ours. */
export function NewTransfer() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [newReference] = useState(() => `console-${Date.now().toString(36)}`);
  const { data: venues = [] } = useQuery(venuesQuery());
  const { data: balances = [] } = useQuery({ ...balancesQuery(), select: ({ rows }) => rows });
  const venueOf = (code: string | null) => venues.find((venue) => venue.code === code);
  const assetOf = ({ from, asset }: Draft) => venueOf(from)?.assets.find(({ code }) => code === asset);
  const availableOf = ({ from, asset }: Draft) =>
    balances.find((row) => row.venue === from && row.asset === asset)?.available;
  const form = useForm<Draft>({
    initialValues: { from: null, to: null, asset: null, network: null, amount: '', reference: newReference },
    validate: {
      from: required,
      to: required,
      asset: required,
      network: required,
      amount: (value, draft) => checkAmount(value, assetOf(draft), availableOf(draft)),
      reference: (value) => (value.trim() === '' ? texts.giveReference : null),
    },
    onValuesChange: () => check.reset(),
  });
  const { values } = form;
  const [from, to] = [venueOf(values.from), venueOf(values.to)];
  const asset = assetOf(values);
  const available = availableOf(values);
  const networks = sharedNetworks(from, to, values.asset);
  const way = networks.find(({ code }) => code === values.network);
  const assets = sharedAssets(from, to);

  const check = useMutation({
    mutationFn: async (request: CreateTransfer) => {
      const { id } = await trading.transfers.create(toCheck(request, Date.now()), { dryRun: true });
      return { request, result: await trading.withdrawals.get(id, { expand: 'approvals' }) };
    },
  });
  const create = useMutation({
    mutationFn: (request: CreateTransfer) => trading.transfers.create(request),
    onSuccess: async ({ id, status }) => {
      await client.invalidateQueries({ queryKey: ['transfers'] });
      await navigate({ to: '/transfers/$id', params: { id } });
      say({ text: texts.created[status] ?? texts.made });
    },
  });
  // Sent exactly as it was checked, also again: only an equal request is recognised as a repeat.
  const checked = check.data;
  const error = create.error ?? check.error;
  const asking = way !== undefined && from !== undefined && from.travelRule.length > 0 ? from : undefined;
  const receiver = useReceiver(asking, false, error);
  return (
    <Page title={texts.title} description={texts.about}>
      <form
        noValidate
        onSubmit={form.onSubmit((draft) => {
          create.reset();
          if (receiver.check()) check.mutate(toRequest(draft, receiver.given));
        })}
      >
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing={48} verticalSpacing="xl">
          <Stack gap="md">
            <Group grow align="flex-start">
              <Select
                label={texts.from}
                required
                data={venues
                  .filter(
                    ({ withdrawals, capabilities }) =>
                      withdrawals !== 'off' && capabilities.includes('withdrawals'),
                  )
                  .map(({ code, name }) => ({ value: code, label: name }))}
                {...form.getInputProps('from')}
                onChange={(code: string | null) =>
                  form.setValues({
                    from: code,
                    asset: null,
                    network: null,
                    ...(code === values.to && { to: null }),
                  })
                }
              />
              <Select
                label={texts.to}
                required
                data={venues
                  .filter(
                    ({ code, capabilities }) =>
                      code !== values.from &&
                      capabilities.includes('deposits') &&
                      capabilities.includes('depositAddresses'),
                  )
                  .map(({ code, name }) => ({ value: code, label: name }))}
                nothingFoundMessage={texts.noVenue}
                {...form.getInputProps('to')}
                onChange={(code: string | null) => form.setValues({ to: code, asset: null, network: null })}
              />
            </Group>
            <Group grow align="flex-start">
              <Select
                label={texts.asset}
                required
                searchable
                disabled={from === undefined || to === undefined}
                data={assets}
                nothingFoundMessage={texts.noAsset}
                {...form.getInputProps('asset')}
                onChange={(code: string | null) => form.setValues({ asset: code, network: null })}
              />
              <Select
                label={texts.network}
                required
                disabled={asset === undefined}
                data={networks.map(({ code }) => code)}
                {...form.getInputProps('network')}
              />
            </Group>
            <TextInput
              label={texts.amount}
              required
              inputMode="decimal"
              autoComplete="off"
              description={
                available === undefined
                  ? undefined
                  : texts.available(groupDigits(available), asset?.code ?? '')
              }
              rightSection={
                asset !== undefined &&
                available !== undefined && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() =>
                      form.setFieldValue(
                        'amount',
                        writeAmount(maxOf(available, way?.withdrawalFee, asset.precision)),
                      )
                    }
                  >
                    {texts.max}
                  </Button>
                )
              }
              rightSectionWidth={64}
              styles={{ input: { textAlign: 'right' } }}
              {...form.getInputProps('amount')}
              // By what is chosen now: another asset has other limits.
              error={
                values.amount === '' ? form.errors['amount'] : checkAmount(values.amount, asset, available)
              }
            />
            {asking !== undefined && (
              <Suspense>
                <Receiver
                  venue={asking}
                  saved={undefined}
                  answers={receiver.answers}
                  onChange={(answers) => {
                    receiver.change(answers);
                    check.reset();
                  }}
                  faults={receiver.faults}
                />
              </Suspense>
            )}
            {asset !== undefined && way !== undefined && (
              <Suspense>
                <Fee
                  asset={asset}
                  network={way}
                  amount={readAmount(values.amount, asset.code) ?? ''}
                  available={available}
                />
              </Suspense>
            )}
            <TextInput
              label={texts.reference}
              required
              description={texts.aboutReference}
              maxLength={128}
              {...form.getInputProps('reference')}
            />
            <Group>
              <Button
                type="submit"
                loading={check.isPending}
                {...(checked !== undefined && { variant: 'default' })}
              >
                {texts.check}
              </Button>
            </Group>
          </Stack>
          <Section title={texts.review}>
            <Refusal error={error} isShown={receiver.explainsAll} />
            {checked === undefined ? (
              error === null && (
                <Text size="sm" c="dimmed">
                  {texts.aboutReview}
                </Text>
              )
            ) : (
              <Suspense>
                <Checked
                  {...checked}
                  venue={from}
                  others={[[texts.to, to?.name]]}
                  send={texts.request}
                  isSending={create.isPending}
                  onSend={() => create.mutate(checked.request)}
                />
              </Suspense>
            )}
            {from !== undefined && asset !== undefined && (
              <Suspense>
                <ApplyingRules venue={from.code} asset={asset.code} />
              </Suspense>
            )}
          </Section>
        </SimpleGrid>
      </form>
    </Page>
  );
}
