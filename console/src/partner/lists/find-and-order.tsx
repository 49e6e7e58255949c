import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Select } from '../../shared/form/index.ts';
import { FindField, useAddress } from '../../shared/list/index.ts';
import { foundSearch } from '../search.ts';

/** The text and the order in the address of a list. Orders are by their names; the first is the usual one. */
export function useFindAndOrder<Order extends string>(orders: Readonly<Record<Order, string>>) {
  const { q, order } = useAddress(foundSearch).search;
  const names = Object.keys(orders) as Order[];
  const usual = names[0] as Order;
  return { q, order: names.find((name) => name === order) ?? usual };
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
