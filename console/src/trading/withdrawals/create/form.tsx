import type { CreateWithdrawal } from '@quaestor/sdk';
import { Button, Group, SegmentedControl, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { later } from '../../../shared/later/index.ts';
import { TextLink } from '../../../shared/link/index.ts';
import { say } from '../../../shared/messages/index.ts';
import { groupDigits, readAmount, writeAmount } from '../../../shared/money/index.ts';
import { Page, Section } from '../../../shared/parts/index.ts';
import { useScope } from '../../../shared/session/index.ts';
import { trading } from '../../api.ts';
import { Refusal } from '../../recipients/refusal.tsx';
import { useReceiver } from '../../recipients/use-receiver.ts';
import { balancesQuery, venuesQuery } from '../../venues/queries.ts';
import { checkAmount } from './check-amount.ts';
import { destinationsQuery } from '../queries.ts';
import { asShown, toCheck, toRequest, type Draft } from './to-request.ts';
import { maxOf } from './max-of.ts';
import { chainsOf, fitting, knownNetworks } from '../payable.ts';
import { texts } from './texts.ts';

const ApplyingRules = later(() => import('./applying-rules.tsx'));
const Checked = later(() => import('./checked.tsx'));
const Fee = later(() => import('./fee.tsx'));
const NewAddress = later(() => import('./new-address.tsx'));
const Receiver = later(() => import('../../recipients/receiver.tsx'));

/** Of the saved destinations; a search finds the others. */
const MOST_SHOWN = 50;

/** A request is checked by the server as a dry run before it can be made. */
export function NewWithdrawal() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [newReference] = useState(() => `console-${Date.now().toString(36)}`);
  const { data: venues = [] } = useQuery(venuesQuery());
  const { data: destinations } = useQuery(destinationsQuery());
  const isAdmin = useScope('admin');
  const { data: balances = [] } = useQuery({ ...balancesQuery(), select: ({ rows }) => rows });
  const assetOf = (draft: Draft) =>
    venues.find(({ code }) => code === draft.venue)?.assets.find(({ code }) => code === draft.asset);
  const availableOf = (draft: Draft) =>
    balances.find((row) => row.venue === draft.venue && row.asset === draft.asset)?.available;
  const needsTag = (draft: Draft) =>
    assetOf(draft)?.networks.some(({ code, tag }) => code === draft.network && tag === 'required') ?? false;
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
      paymentText: '',
      reference: newReference,
    },
    validate: {
      venue: (value) => (value === null ? texts.create.chooseVenue : null),
      asset: (value) => (value === null ? texts.create.chooseAsset : null),
      amount: (value, draft) => checkAmount(value, assetOf(draft), availableOf(draft)),
      alias: (value, { to }) => (to === 'saved' && value === null ? texts.create.chooseDestination : null),
      network: (value, { to }) => (to === 'new' && value === null ? texts.create.chooseNetwork : null),
      address: (value, { to }) => (to === 'new' && value.trim() === '' ? texts.create.giveAddress : null),
      tag: (value, draft) =>
        draft.to === 'new' && needsTag(draft) && value.trim() === '' ? texts.create.giveTag : null,
      reference: (value) => (value.trim() === '' ? texts.create.giveReference : null),
    },
    onValuesChange: () => check.reset(),
  });
  const { values } = form;
  const venue = venues.find(({ code }) => code === values.venue);
  const asset = assetOf(values);
  const available = availableOf(values);
  const chains = chainsOf(asset?.networks ?? []);
  const saved = asset === undefined ? [] : fitting(asset, destinations ?? []);
  const chosen = saved.find(({ alias }) => alias === values.alias);
  const network = values.to === 'new' ? values.network : chosen?.network;
  const way = chains.find(({ code }) => code === network);

  const check = useMutation({
    mutationFn: async (request: CreateWithdrawal) => {
      const { id } = await trading.withdrawals.create(toCheck(request, Date.now()), { dryRun: true });
      const result = await trading.withdrawals.get(id, { expand: 'approvals' });
      return { request: asShown(request, result), result };
    },
  });
  const create = useMutation({
    mutationFn: (request: CreateWithdrawal) => trading.withdrawals.create(request),
    onSuccess: async ({ id, status }) => {
      await client.invalidateQueries({ queryKey: ['withdrawals'] });
      await navigate({ to: '/withdrawals/$id', params: { id } });
      say({ text: texts.create.created[status] ?? texts.create.made });
    },
  });
  // Sent exactly as it was checked, also again: only an equal request is recognised as a repeat.
  const checked = check.data;
  const error = create.error ?? check.error;
  const asking = way !== undefined && venue !== undefined && venue.travelRule.length > 0 ? venue : undefined;
  const receiver = useReceiver(asking, values.to === 'saved', error);
  return (
    <Page title={texts.create.title} description={texts.create.about}>
      <form
        noValidate
        onSubmit={form.onSubmit((draft) => {
          create.reset();
          if (receiver.check()) check.mutate(toRequest(draft, destinations ?? [], receiver.given));
        })}
      >
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing={48} verticalSpacing="xl">
          <Stack gap="md">
            <Group grow align="flex-start">
              <Select
                label={texts.create.venue}
                required
                data={venues
                  .filter(
                    ({ withdrawals, capabilities }) =>
                      withdrawals !== 'off' && capabilities.includes('withdrawals'),
                  )
                  .map(({ code, name, withdrawals }) => ({
                    value: code,
                    label: withdrawals === 'simulate' ? texts.create.simulated(name) : name,
                  }))}
                {...form.getInputProps('venue')}
                onChange={(code: string | null) =>
                  form.setValues({ venue: code, asset: null, network: null, alias: null, to: 'saved' })
                }
              />
              <Select
                label={texts.create.asset}
                required
                searchable
                data={venue?.assets.map(({ code }) => code) ?? []}
                disabled={venue === undefined}
                {...form.getInputProps('asset')}
                onChange={(code: string | null) =>
                  form.setValues({ asset: code, network: null, alias: null, to: 'saved' })
                }
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
                <Group gap={4} wrap="nowrap">
                  <Text size="sm" c="dimmed">
                    {asset?.code}
                  </Text>
                  {asset !== undefined && available !== undefined && (
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
                      {texts.create.max}
                    </Button>
                  )}
                </Group>
              }
              rightSectionWidth={112}
              styles={{ input: { textAlign: 'right' } }}
              {...form.getInputProps('amount')}
              // By what is chosen now: another asset has other limits.
              error={
                values.amount === '' ? form.errors['amount'] : checkAmount(values.amount, asset, available)
              }
            />
            {chains.length > 0 && (
              <SegmentedControl
                aria-label={texts.create.destination}
                data={[
                  { value: 'saved', label: texts.create.saved },
                  { value: 'new', label: texts.create.newAddress },
                ]}
                {...form.getInputProps('to')}
              />
            )}
            {values.to === 'saved' ? (
              <>
                <Select
                  label={texts.create.destination}
                  required
                  searchable
                  limit={MOST_SHOWN}
                  disabled={asset === undefined}
                  data={saved.map(({ alias, status }) => ({
                    value: alias,
                    label: status === 'CONFIRMED' ? alias : texts.create.unconfirmed(alias),
                  }))}
                  nothingFoundMessage={texts.create.noDestination}
                  description={texts.create.aboutDestination}
                  {...form.getInputProps('alias')}
                />
                {asset !== undefined && saved.length === 0 && destinations !== undefined && (
                  <Text size="sm">
                    {texts.create.teach(asset.code)}{' '}
                    {isAdmin && (
                      <TextLink to="/destinations/new" size="sm">
                        {texts.create.saveOne}
                      </TextLink>
                    )}
                  </Text>
                )}
                {chosen?.kind === 'bank' && (
                  <TextInput
                    label={texts.create.paymentText}
                    description={texts.create.aboutPaymentText}
                    maxLength={140}
                    autoComplete="off"
                    {...form.getInputProps('paymentText')}
                  />
                )}
              </>
            ) : (
              <Suspense>
                <NewAddress form={form} networks={chains} others={knownNetworks(venues)} />
              </Suspense>
            )}
            {asking !== undefined && (values.to === 'new' || chosen !== undefined) && (
              <Suspense>
                <Receiver
                  venue={asking}
                  saved={values.to === 'saved' ? chosen : undefined}
                  answers={receiver.answers}
                  onChange={(changed) => {
                    receiver.change(changed);
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
              label={texts.create.reference}
              required
              description={texts.create.aboutReference}
              maxLength={128}
              {...form.getInputProps('reference')}
            />
            <Group>
              <Button
                type="submit"
                loading={check.isPending}
                {...(checked !== undefined && { variant: 'default' })}
              >
                {texts.create.check}
              </Button>
            </Group>
          </Stack>
          <Section title={texts.create.review}>
            <Refusal error={error} isShown={receiver.explainsAll} />
            {checked === undefined ? (
              error === null && (
                <Text size="sm" c="dimmed">
                  {texts.create.aboutReview}
                </Text>
              )
            ) : (
              <Suspense>
                <Checked
                  {...checked}
                  venue={venue}
                  saved={values.to === 'saved' ? chosen : undefined}
                  isSending={create.isPending}
                  onSend={() => create.mutate(checked.request)}
                />
              </Suspense>
            )}
            {venue !== undefined && asset !== undefined && (
              <Suspense>
                <ApplyingRules venue={venue.code} asset={asset.code} />
              </Suspense>
            )}
          </Section>
        </SimpleGrid>
      </form>
    </Page>
  );
}
