import { Group, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Select } from '../shared/form/index.ts';
import { useAddress } from '../shared/list/index.ts';
import { foundSearch } from './search.ts';

const TYPING_MS = 250;

/** The text and the order in the address of a list. Orders are by their names; the first is the usual one. */
export function useFindAndOrder<Order extends string>(orders: Readonly<Record<Order, string>>) {
  const { q, order } = useAddress(foundSearch).search;
  const names = Object.keys(orders) as Order[];
  const usual = names[0] as Order;
  return { q, order: names.find((name) => name === order) ?? usual };
}

/** Finds rows by a text that the server searches. */
export function FindField({ label }: { label: string }) {
  const { search, change } = useAddress(foundSearch);
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

interface FindAndOrderProps {
  readonly texts: {
    readonly search: string;
    readonly order: string;
    readonly orders: Readonly<Record<string, string>>;
  };
  /** Further filters. */
  readonly children?: ReactNode;
}

/** Finds rows that the server searches, and orders them. */
export function FindAndOrder({ texts, children }: FindAndOrderProps) {
  const { change } = useAddress(foundSearch);
  const { order } = useFindAndOrder(texts.orders);
  return (
    <Group gap="sm">
      <FindField label={texts.search} />
      {children}
      <Select
        aria-label={texts.order}
        data={Object.entries(texts.orders).map(([value, label]) => ({ value, label }))}
        value={order}
        allowDeselect={false}
        w={{ base: '100%', xs: 220 }}
        onChange={(value) => change({ order: value ?? undefined })}
      />
    </Group>
  );
}
