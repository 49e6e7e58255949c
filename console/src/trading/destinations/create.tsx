import type { NewDestination as Request } from '@quaestor/sdk';
import { Checkbox, SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { FormEnd } from '../../shared/form/index.ts';
import { later } from '../../shared/later/index.ts';
import { say } from '../../shared/messages/index.ts';
import { Page } from '../../shared/parts/index.ts';
import { formatList } from '../../shared/text/index.ts';
import { trading } from '../api.ts';
import { toTravelRule, useAnswers } from '../../shared/recipients/index.ts';
import { faultsOf } from '../recipients/find-faults.ts';
import { askingOver } from '../recipients/asking-over.ts';
import { venuesQuery } from '../venues/queries.ts';
import { destinationsQuery } from '../withdrawals/queries.ts';
import { useAddressCheck } from '../withdrawals/create/use-address-check.ts';
import { chainsOf } from '../withdrawals/payable.ts';
import { texts } from './texts.ts';

const RecipientSection = later(() => import('../recipients/section.tsx'));

interface Draft {
  readonly alias: string;
  readonly kind: Request['kind'];
  readonly network: string | null;
  readonly address: string;
  readonly tag: string;
  readonly account: string;
}

const required = (value: string | null) =>
  value === null || value.trim() === '' ? texts.create.required : null;

export function NewDestination() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: venues = [] } = useQuery(venuesQuery());
  const chains = chainsOf(venues.flatMap(({ assets }) => assets.flatMap(({ networks }) => networks)));
  const networks = new Set(chains.map(({ code }) => code));
  const form = useForm<Draft>({
    initialValues: { alias: '', kind: 'blockchain', network: null, address: '', tag: '', account: '' },
    validate: (draft) => ({
      alias: required(draft.alias),
      ...(draft.kind === 'bank'
        ? { account: required(draft.account) }
        : { network: required(draft.network), address: required(draft.address) }),
    }),
  });
  const faults = useAddressCheck(form.values);
  const [isNamed, setIsNamed] = useState(false);
  const recipient = useAnswers();
  const { answers } = recipient;
  const [left, setLeft] = useState<readonly string[]>([]);
  const asking = form.values.kind === 'bank' ? [] : askingOver(venues, form.values.network);
  const chosen = asking.filter(({ code }) => !left.includes(code));
  const create = useMutation({
    mutationFn: async (draft: Draft) => {
      const request = toRequest(draft);
      if (!isNamed || chosen.length === 0) return trading.destinations.create(request);
      const { network = '', address = '', tag } = request;
      const found = await faultsOf({ network, address, ...(tag && { tag }) }, chosen, answers);
      recipient.setFaults(found);
      if (Object.keys(found).length > 0) return undefined;
      return trading.destinations.create({ ...request, travelRule: toTravelRule(chosen, answers) });
    },
    onSuccess: async (made) => {
      if (made === undefined) return;
      const { id, alias } = made;
      await client.invalidateQueries({ queryKey: destinationsQuery().queryKey });
      await navigate({ to: '/destinations', search: { id } });
      say({ text: texts.create.saved(alias) });
    },
  });
  return (
    <Page title={texts.create.title} description={texts.create.about}>
      <form onSubmit={form.onSubmit((draft) => create.mutate(draft))} noValidate>
        <Stack gap="md" maw={520}>
          <TextInput
            label={texts.create.alias}
            description={texts.create.aboutAlias}
            required
            maxLength={64}
            autoComplete="off"
            {...form.getInputProps('alias')}
          />
          <SegmentedControl
            aria-label={texts.create.kind}
            data={[
              { value: 'blockchain', label: texts.create.blockchain },
              { value: 'bank', label: texts.create.bank },
            ]}
            {...form.getInputProps('kind')}
          />
          {form.values.kind === 'bank' ? (
            <TextInput
              label={texts.create.account}
              description={texts.create.aboutAccount}
              required
              maxLength={64}
              {...form.getInputProps('account')}
            />
          ) : (
            <>
              <Select
                label={texts.create.network}
                required
                searchable
                data={[...networks].toSorted()}
                {...form.getInputProps('network')}
              />
              <TextInput
                label={texts.create.address}
                description={texts.create.aboutAddress}
                required
                autoComplete="off"
                spellCheck={false}
                styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
                {...form.getInputProps('address')}
                error={form.errors['address'] ?? faults.address}
              />
              <TextInput
                label={texts.create.tag}
                description={texts.create.aboutTag}
                maxLength={128}
                {...form.getInputProps('tag')}
                error={form.errors['tag'] ?? faults.tag}
              />
              {asking.length > 0 && (
                <Checkbox
                  label={texts.create.recipient}
                  description={texts.create.aboutRecipient(formatList(asking.map(({ name }) => name)))}
                  checked={isNamed}
                  onChange={(event) => setIsNamed(event.currentTarget.checked)}
                />
              )}
              {isNamed && asking.length > 0 && (
                <Suspense>
                  <RecipientSection
                    asking={asking}
                    codes={chosen.map(({ code }) => code)}
                    onCodes={(codes) =>
                      setLeft(asking.map(({ code }) => code).filter((code) => !codes.includes(code)))
                    }
                    answers={answers}
                    onAnswers={recipient.change}
                    faults={recipient.faults}
                  />
                </Suspense>
              )}
            </>
          )}
          <FormEnd submit={texts.create.save} isPending={create.isPending} error={create.error} />
        </Stack>
      </form>
    </Page>
  );
}

function toRequest({ alias, kind, network, address, tag, account }: Draft): Request {
  const named = { alias: alias.trim(), kind };
  if (kind === 'bank') return { ...named, account: account.trim() };
  return {
    ...named,
    network: network ?? '',
    address: address.trim(),
    ...(tag.trim() !== '' && { tag: tag.trim() }),
  };
}
