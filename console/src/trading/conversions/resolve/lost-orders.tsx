import type { ConversionDetail } from '@quaestor/sdk';
import { useState } from 'react';
import { useScope } from '../../../shared/session/index.ts';
import { isOpen, lostOrders } from './lost.ts';
import { ResolveOrder } from './resolve-order.tsx';

/** The orders that people have to settle. One that was shown stays until it is settled, with what was typed. */
export default function LostOrders({ conversion }: { readonly conversion: ConversionDetail }) {
  const isAdmin = useScope('admin');
  const [shown, setShown] = useState<readonly string[]>([]);
  const added = lostOrders(conversion).filter(({ id }) => !shown.includes(id));
  if (added.length > 0) setShown([...shown, ...added.map(({ id }) => id)]);
  if (!isAdmin) return null;
  return conversion.orders
    .filter(({ id }) => shown.includes(id))
    .map((order) => (
      <ResolveOrder
        key={order.id}
        conversionId={conversion.id}
        order={order}
        isOpen={isOpen(conversion, order)}
      />
    ));
}
