import type { ManagedBalance, Venue } from '@quaestor/sdk';
import { Group, Select } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Draft } from './draft.ts';
import { texts } from './form-texts.ts';

interface PlaceFieldsProps {
  readonly form: UseFormReturnType<Draft>;
  readonly venues: readonly Venue[];
  readonly managed: readonly ManagedBalance[];
}

/** Which balance: a venue, and an asset there that is not managed yet. */
export function PlaceFields({ form, venues, managed }: PlaceFieldsProps) {
  const { venue } = form.values;
  const taken = new Set(managed.filter((one) => one.venue === venue).map(({ asset }) => asset.code));
  const assets = venues.find(({ code }) => code === venue)?.assets ?? [];
  return (
    <Group grow align="flex-start">
      <Select
        label={texts.venue}
        required
        data={venues.map(({ code, name }) => ({ value: code, label: name }))}
        {...form.getInputProps('venue')}
        onChange={(code: string | null) => form.setValues({ venue: code, asset: null, sources: [] })}
      />
      <Select
        label={texts.asset}
        required
        searchable
        disabled={venue === null}
        data={assets.map(({ code }) => code).filter((code) => !taken.has(code))}
        nothingFoundMessage={texts.taken}
        {...form.getInputProps('asset')}
        onChange={(code: string | null) => form.setValues({ asset: code, sources: [] })}
      />
    </Group>
  );
}
