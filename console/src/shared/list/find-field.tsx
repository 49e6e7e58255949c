import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { texts } from './texts.ts';
import { useListSearch } from './use-list-search.ts';

/** Narrows a list that the browser has whole. */
export function FindField() {
  const { search, onSearch } = useListSearch();
  return (
    <TextInput
      aria-label={texts.find}
      placeholder={texts.find}
      leftSection={<IconSearch size={16} aria-hidden />}
      maw={360}
      value={search.q ?? ''}
      onChange={({ currentTarget: { value } }) => onSearch({ q: value === '' ? undefined : value })}
      data-filter
    />
  );
}
