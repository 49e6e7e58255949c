import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { listSearch } from './search.ts';
import { texts } from './texts.ts';
import { useAddress } from './use-address.ts';

const TYPING_MS = 200;

/** Finds rows by a text. The address follows when a person stops typing. */
export function FindField({ label = texts.find }: { label?: string }) {
  const { search, change } = useAddress(listSearch);
  const find = useDebouncedCallback(
    (text: string) => change({ q: text.trim() || undefined }, { replace: true }),
    TYPING_MS,
  );
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      defaultValue={search.q ?? ''}
      w={{ base: '100%', xs: 240 }}
      onChange={({ currentTarget: { value } }) => find(value)}
      data-filter
    />
  );
}
