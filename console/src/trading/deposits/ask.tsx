import { Select, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FormEnd } from '../../shared/form/index.ts';
import { say } from '../../shared/messages/index.ts';
import { Page } from '../../shared/parts/index.ts';
import { trading } from '../api.ts';
import { venuesQuery } from '../venues/queries.ts';
import { chainsOf } from '../withdrawals/payable.ts';
import { keyOf } from './queries.ts';
import { texts } from './address-texts.ts';

interface Draft {
  readonly venue: string | null;
  readonly asset: string | null;
  readonly network: string | null;
}

const required = (value: string | null) => (value === null ? texts.ask.choose : null);

/** Asks a venue for our address. There is no field for one: nobody can type it. */
export function AskAddress() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: venues = [] } = useQuery(venuesQuery());
  const form = useForm<Draft>({
    initialValues: { venue: null, asset: null, network: null },
    validate: { venue: required, asset: required, network: required },
  });
  const venue = venues.find(({ code }) => code === form.values.venue);
  const asset = venue?.assets.find(({ code }) => code === form.values.asset);
  const ask = useMutation({
    mutationFn: (draft: Draft) =>
      trading.deposits.address({
        venue: draft.venue ?? '',
        asset: { code: draft.asset ?? '' },
        network: draft.network ?? '',
      }),
    onSuccess: async (found) => {
      await client.invalidateQueries({ queryKey: ['addresses'] });
      await navigate({ to: '/deposits/addresses', search: { id: keyOf(found) } });
      say({ text: texts.ask.shown(found.venue) });
    },
  });
  return (
    <Page title={texts.ask.title} description={texts.ask.about}>
      <form onSubmit={form.onSubmit((draft) => ask.mutate(draft))}>
        <Stack gap="md" maw={520}>
          <Select
            label={texts.columns.venue}
            description={texts.ask.aboutVenue}
            required
            data={venues
              .filter(({ capabilities }) => capabilities.includes('depositAddresses'))
              .map(({ code, name }) => ({ value: code, label: name }))}
            {...form.getInputProps('venue')}
            onChange={(code: string | null) => form.setValues({ venue: code, asset: null, network: null })}
          />
          <Select
            label={texts.columns.asset}
            required
            searchable
            disabled={venue === undefined}
            data={venue?.assets.map(({ code }) => code) ?? []}
            {...form.getInputProps('asset')}
            onChange={(code: string | null) => form.setValues({ asset: code, network: null })}
          />
          <Select
            label={texts.columns.network}
            required
            disabled={asset === undefined}
            data={chainsOf(asset?.networks ?? []).map(({ code }) => code)}
            {...form.getInputProps('network')}
          />
          <FormEnd submit={texts.ask.submit} isPending={ask.isPending} error={ask.error} />
        </Stack>
      </form>
    </Page>
  );
}
