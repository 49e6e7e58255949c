import type { ConversionOrder, OrderResolution } from '@quaestor/sdk';
import { Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../../shared/change/index.ts';
import { Amount } from '../../../shared/money/index.ts';
import { Copy, Facts, Section, type Fact } from '../../../shared/parts/index.ts';
import { Problem } from '../../../shared/problem/index.ts';
import { formatTime, shorten } from '../../../shared/text/index.ts';
import { trading } from '../../api.ts';
import { texts as conversion } from '../texts.ts';
import { assetsOf } from './draft.ts';
import { Finding } from './finding.tsx';
import { ResolveForm } from './form.tsx';
import { texts } from './texts.ts';

interface ResolveOrderProps {
  readonly conversionId: string;
  readonly order: ConversionOrder;
  readonly isOpen: boolean;
}

/** For an order whose venue cannot be asked any more: two admins say what it traded. */
export function ResolveOrder({ conversionId, order, isOpen }: ResolveOrderProps) {
  const [isTyping, setIsTyping] = useState(false);
  const resolve = useChange(
    'conversions',
    (found: Omit<OrderResolution, 'orderId'>) =>
      trading.conversions.resolve(conversionId, { orderId: order.id, ...found }),
    ({ orders }) => {
      const isAwaited = orders.some(({ id, finding }) => id === order.id && finding !== null);
      return { text: isAwaited ? texts.noted : texts.settled };
    },
  );
  const { id, venue, finding } = order;
  // Another person may have settled it meanwhile: then the reason of the refusal is left.
  if (!isOpen) return resolve.error !== null && <Problem error={resolve.error} />;
  const common = {
    isPending: resolve.isPending,
    error: resolve.error,
    onSubmit: (found: Omit<OrderResolution, 'orderId'>) =>
      resolve.mutate(found, { onSuccess: () => setIsTyping(false) }),
  };
  const change = (typing: boolean) => {
    resolve.reset();
    setIsTyping(typing);
  };
  return (
    <Section title={texts.title(shorten(id), venue)} description={texts.about(venue)}>
      <Stack gap="lg">
        <Facts items={factsOf(order)} />
        {finding !== null && !isTyping ? (
          <Finding order={order} finding={finding} onOther={() => change(true)} {...common} />
        ) : (
          <ResolveForm
            order={order}
            onTouch={() => setIsTyping(true)}
            {...(finding !== null && { onBack: () => change(false) })}
            {...common}
          />
        )}
      </Stack>
    </Section>
  );
}

const exactly = (value: string, asset: string) => <Amount value={value} asset={asset} isExact wraps />;

function factsOf(order: ConversionOrder): Fact[] {
  const { id, side, symbol, price, quantity, filled, createdAt } = order;
  const { base, counter } = assetsOf(order);
  const { orders: o } = conversion;
  return [
    [
      texts.orderId,
      <Group key="id" gap={4} wrap="nowrap" align="flex-start">
        <span style={{ overflowWrap: 'anywhere' }}>{id}</span>
        <Copy value={id} what={texts.id} />
      </Group>,
    ],
    [o.side, o.of(o.sides[side], symbol)],
    [o.price, exactly(price, counter)],
    [o.quantity, exactly(quantity, base)],
    [texts.reported, exactly(filled, base)],
    [o.created, formatTime(createdAt)],
  ];
}
