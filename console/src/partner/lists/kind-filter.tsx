import { NativeSelect } from '@mantine/core';
import { useAddress } from '../../shared/list/index.ts';
import { kindSearch } from '../search.ts';

interface KindFilterProps {
  readonly label: string;
  readonly all: string;
  readonly kinds: readonly string[];
  readonly nameOf: (kind: string) => string;
}

/** Keeps the chosen kind in the address. */
export function KindFilter({ label, all, kinds, nameOf }: KindFilterProps) {
  const { search, change } = useAddress(kindSearch);
  return (
    <NativeSelect
      aria-label={label}
      w={220}
      data={[{ value: '', label: all }, ...kinds.map((kind) => ({ value: kind, label: nameOf(kind) }))]}
      value={search.kind ?? ''}
      onChange={({ currentTarget: { value } }) =>
        change({ kind: value === '' ? undefined : value, id: undefined })
      }
    />
  );
}
