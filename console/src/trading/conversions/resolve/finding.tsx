import type { ConversionOrder, FoundTrade, OrderResolution } from '@quaestor/sdk';
import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormEnd } from '../../../shared/form/index.ts';
import { Amount } from '../../../shared/money/index.ts';
import { Note } from '../../../shared/parts/index.ts';
import { useAccount } from '../../../shared/session/index.ts';
import { alignedColumn, PlainTable, textColumn, type Column } from '../../../shared/table/index.ts';
import { formatTime, sentenceOf } from '../../../shared/text/index.ts';
import { texts as conversion } from '../texts.ts';
import { texts } from './texts.ts';
import { writeUtc } from './utc.ts';

const { finding: t } = texts;
const { detail: d, orders: o } = conversion;

interface FindingProps {
  readonly order: ConversionOrder;
  readonly finding: NonNullable<ConversionOrder['finding']>;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onSubmit: (found: Omit<OrderResolution, 'orderId'>) => void;
  /** The person says something else. */
  readonly onOther: () => void;
}

/** What one admin has found, for another to say that they found exactly this. */
export function Finding({ order, finding, isPending, error, onSubmit, onOther }: FindingProps) {
  const { by, at, trades, comment } = finding;
  const isOwn = useAccount()?.login === by;
  const form = useForm({
    initialValues: { comment: '' },
    validate: { comment: (value) => (value.trim() === '' ? texts.faults.comment : null) },
  });
  const other = (
    <Button variant="default" onClick={onOther}>
      {isOwn ? t.replace : t.other}
    </Button>
  );
  return (
    <Stack gap="sm">
      <Text size="sm" fw={600}>
        {t.title(by, formatTime(at))}
      </Text>
      {trades.length === 0 ? (
        <Text size="sm">{t.nothing}</Text>
      ) : (
        <PlainTable
          name={t.trades}
          columns={COLUMNS}
          rows={trades}
          idOf={({ venueTradeId }) => venueTradeId}
        />
      )}
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {t.comment(comment)}
      </Text>
      {isOwn ? (
        <>
          <Note>{t.own}</Note>
          <div>{other}</div>
        </>
      ) : (
        <form
          onSubmit={form.onSubmit((values) => onSubmit({ trades, comment: values.comment.trim() }))}
          noValidate
        >
          <Stack gap="sm" maw={640}>
            <Note>{t.check(order.venue)}</Note>
            <Textarea
              label={texts.comment}
              required
              autosize
              maxLength={500}
              {...form.getInputProps('comment')}
            />
            <FormEnd submit={t.confirm} isPending={isPending} error={error}>
              {other}
            </FormEnd>
          </Stack>
        </form>
      )}
    </Stack>
  );
}

const COLUMNS: readonly Column<FoundTrade>[] = [
  textColumn('id', d.venueTradeId, ({ venueTradeId }) => venueTradeId),
  textColumn('time', d.tradedAt, ({ tradedAt }) => writeUtc(tradedAt)),
  textColumn('liquidity', d.liquidity, ({ liquidity }) => sentenceOf(liquidity)),
  alignedColumn('price', d.price, ({ price }) => price),
  alignedColumn('quantity', o.quantity, ({ quantity }) => quantity),
  {
    id: 'fee',
    header: o.fee,
    align: 'right',
    text: ({ fee }) => `${fee.amount} ${fee.asset}`,
    cell: ({ fee }) => <Amount value={fee.amount} asset={fee.asset} isExact />,
  },
];
