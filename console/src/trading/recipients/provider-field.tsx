import { Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProviderQuestion } from '../../shared/recipient-form/index.ts';
import { counterpartiesQuery } from './queries.ts';
import { texts } from './texts.ts';

const TYPING_MS = 300;
const MOST_CHARACTERS = 128;

/** A provider of wallets, found by its name in the list of a venue. Nothing that is typed counts before it is chosen. */
export default function ProviderField({ venue, value, onChoose, required, error }: ProviderQuestion) {
  const [typed, setTyped] = useState('');
  const [sought] = useDebouncedValue(typed.trim(), TYPING_MS);
  const [chosen, setChosen] = useState<{ readonly value: string; readonly label: string }>();
  const found = useQuery(counterpartiesQuery(venue.code, sought));
  const label = texts.providerAt(venue.name);
  if (found.error !== null) {
    return (
      <TextInput
        label={label}
        description={texts.noProviders}
        maxLength={MOST_CHARACTERS}
        autoComplete="off"
        required={required}
        withAsterisk={required}
        value={value}
        onChange={(event) => onChoose(event.currentTarget.value, undefined)}
        error={error}
      />
    );
  }
  const listed = (found.data?.counterparties ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const own = typed.trim();
  const isOther = own !== '' && own !== chosen?.label && !listed.some(({ value: id }) => id === own);
  const options = [...listed, ...(isOther ? [{ value: own, label: texts.unlistedProvider(own) }] : [])];
  const current = chosen?.value === value ? chosen : { value, label: value };
  const isShown = value === '' || options.some((option) => option.value === value);
  return (
    <Select
      label={label}
      description={texts.aboutProvider}
      required={required}
      searchable
      clearable={!required}
      data={isShown ? options : [current, ...options]}
      filter={({ options: all }) => all}
      value={value === '' ? null : value}
      searchValue={typed}
      onSearchChange={(text) => setTyped(text.slice(0, MOST_CHARACTERS))}
      onChange={(id, option) => {
        const name = listed.find((known) => known.value === id)?.label;
        setChosen(id === null ? undefined : { value: id, label: name ?? id });
        onChoose(id ?? '', option === null ? undefined : name);
      }}
      error={error}
    />
  );
}
