import type { ConversionEstimate } from '@quaestor/sdk';
import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '../../shared/icons/index.ts';
import { Amount, groupDigits } from '../../shared/money/index.ts';
import { Facts, Section } from '../../shared/parts/index.ts';
import { alignedColumn, PlainTable, textColumn, type Column } from '../../shared/table/index.ts';
import { describeBound } from './bound.ts';
import { Fees } from './fees.tsx';
import { describeRate } from './rate.ts';
import { texts } from './texts.ts';

type Order = ConversionEstimate['legs'][number]['orders'][number];

interface EstimateProps {
  readonly estimate: ConversionEstimate;
  readonly at: string;
  /** The asset whose amount the person gave. */
  readonly asset: string;
}

/** What the books offer now, and the first orders that would be sent. */
export default function Estimate({
  estimate: { from, to, missing, bound, fees, legs },
  at,
  asset,
}: EstimateProps) {
  return (
    <Section title={texts.estimate.title} description={texts.estimate.at(at)}>
      {missing !== '0' && (
        <Alert variant="outline" color="yellow" icon={<IconAlertTriangle size={18} />}>
          <Text size="sm">{texts.estimate.missing(groupDigits(missing), asset)}</Text>
        </Alert>
      )}
      {bound?.isMet === false && (
        <Alert variant="outline" color="red" icon={<IconAlertTriangle size={18} />}>
          <Text size="sm">{texts.estimate.broken}</Text>
        </Alert>
      )}
      <Facts
        items={[
          [texts.estimate.sells, <Amount key="from" value={from.amount} asset={from.asset} fw={600} />],
          [texts.estimate.buys, <Amount key="to" value={to.amount} asset={to.asset} fw={600} />],
          [
            texts.estimate.bound,
            bound === null ? texts.estimate.noBound : describeBound(bound, from.asset, to.asset),
          ],
          [texts.estimate.rate, describeRate(from, to)],
          [
            texts.estimate.fees,
            fees.length === 0 ? texts.estimate.noFees : <Fees key="fees" fees={fees} traded={[from, to]} />,
          ],
        ]}
      />
      {legs.map((leg) => (
        <Stack key={`${leg.from} ${leg.to}`} gap={4}>
          <Text size="sm" fw={500}>
            {texts.estimate.leg(leg.from, leg.to)}
          </Text>
          <PlainTable
            name={texts.estimate.orders(leg.from, leg.to)}
            columns={COLUMNS}
            rows={leg.orders}
            idOf={({ venue, price }) => `${venue} ${price}`}
          />
        </Stack>
      ))}
    </Section>
  );
}

const COLUMNS: readonly Column<Order>[] = [
  textColumn('venue', texts.orders.venue, ({ venue }) => venue),
  alignedColumn('quantity', texts.orders.quantity, ({ quantity }) => quantity),
  alignedColumn('price', texts.orders.price, ({ price }) => price),
  alignedColumn('get', texts.orders.gets, ({ get }) => get),
];
