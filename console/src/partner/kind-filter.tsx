import { NativeSelect } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';

interface KindFilterProps {
  readonly label: string;
  readonly all: string;
  readonly kinds: readonly string[];
  readonly nameOf: (kind: string) => string;
}

/** Keeps the chosen kind in the address. */
export function KindFilter({ label, all, kinds, nameOf }: KindFilterProps) {
  const search = useSearch({ strict: false }) as { readonly kind?: string };
  const navigate = useNavigate();
  return (
    <NativeSelect
      aria-label={label}
      w={220}
      data={[{ value: '', label: all }, ...kinds.map((kind) => ({ value: kind, label: nameOf(kind) }))]}
      value={search.kind ?? ''}
      onChange={({ currentTarget: { value } }) =>
        void navigate({
          to: '.',
          search: { ...search, kind: value === '' ? undefined : value, id: undefined },
        })
      }
    />
  );
}
