import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { listSearch } from './search.ts';
import { texts } from './texts.ts';
import { useAddress } from './use-address.ts';

/** Narrows a list that the browser has whole. */
export function FindField() {
  const { search, change } = useAddress(listSearch);
  return (
    <TextInput
      aria-label={texts.find}
      placeholder={texts.find}
      leftSection={<IconSearch size={16} aria-hidden />}
      maw={360}
      value={search.q ?? ''}
      onChange={({ currentTarget: { value } }) =>
        change({ q: value === '' ? undefined : value }, { replace: true })
      }
      data-filter
    />
  );
}
