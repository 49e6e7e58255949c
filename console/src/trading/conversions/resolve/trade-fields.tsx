import type { ConversionOrder } from '@quaestor/sdk';
import { Group, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconTrash } from '../../../shared/icons/index.ts';
import { sentenceOf } from '../../../shared/text/index.ts';
import { Tool } from '../../policies/tool.tsx';
import { texts as conversion } from '../texts.ts';
import { assetsOf, type Draft } from './draft.ts';
import { texts } from './texts.ts';

const { detail: d, orders: o } = conversion;
const LIQUIDITIES = (['taker', 'maker'] as const).map((value) => ({ value, label: sentenceOf(value) }));

/** The inputs of a row stand beside each other. */
const BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

interface TradeFieldsProps {
  readonly form: UseFormReturnType<Draft>;
  readonly order: ConversionOrder;
  readonly index: number;
}

/** One trade as the venue lists it. */
export function TradeFields({ form, order, index }: TradeFieldsProps) {
  const { base, counter } = assetsOf(order);
  const number = index + 1;
  const textOf = (name: string) => ({
    required: true,
    autoComplete: 'off',
    spellCheck: false,
    ...form.getInputProps(`trades.${index}.${name}`),
  });
  const amountOf = (name: string) => ({
    ...textOf(name),
    inputMode: 'decimal' as const,
    styles: { input: { textAlign: 'right' as const } },
  });
  return (
    <Stack gap="xs" role="group" aria-label={texts.trade(number)}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {texts.trade(number)}
        </Text>
        <Tool label={texts.remove(number)} onClick={() => form.removeListItem('trades', index)}>
          <IconTrash size={16} />
        </Tool>
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        <TextInput label={d.venueTradeId} {...textOf('venueTradeId')} />
        <TextInput label={texts.time} placeholder={texts.timeExample} {...textOf('tradedAt')} />
        <TextInput label={d.price} {...unitOf(counter)} {...amountOf('price')} />
        <TextInput label={o.quantity} {...unitOf(base)} {...amountOf('quantity')} />
        <NativeSelect
          label={d.liquidity}
          data={LIQUIDITIES}
          {...form.getInputProps(`trades.${index}.liquidity`)}
        />
        <TextInput
          label={texts.fee}
          description={texts.aboutFee}
          inputWrapperOrder={BELOW}
          {...amountOf('fee')}
        />
        <TextInput label={texts.feeAsset} {...textOf('feeAsset')} />
      </SimpleGrid>
    </Stack>
  );
}

const unitOf = (asset: string) => ({
  rightSection: (
    <Text span size="sm" c="dimmed">
      {asset}
    </Text>
  ),
  rightSectionWidth: `calc(${asset.length}ch + 1.5rem)`,
});
