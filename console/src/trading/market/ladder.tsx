import { memo } from 'react';
import { Aligned, mostDecimals } from '../../shared/money/index.ts';
import type { Level } from './depth.ts';
import classes from './ladder.module.css';
import { texts } from './texts.ts';

interface LadderProps {
  readonly side: 'bids' | 'asks';
  readonly levels: readonly Level[];
  /** Its quantities are totals already. */
  readonly isCumulative: boolean;
}

/** One side of the book, the best price at the venue first. */
export function Ladder({ side, levels, isCumulative }: LadderProps) {
  const prices = mostDecimals(levels.map(({ price }) => price));
  const quantities = mostDecimals(levels.map(({ quantity }) => quantity));
  const totals = mostDecimals(levels.map(({ total }) => total));
  return (
    <table className={classes.ladder} data-side={side} aria-label={texts.ladder[side]}>
      <thead>
        <tr>
          <th scope="col">{side === 'bids' ? texts.ladder.bid : texts.ladder.ask}</th>
          {!isCumulative && <th scope="col">{texts.ladder.quantity}</th>}
          <th scope="col">{texts.ladder.total}</th>
          <th scope="col">{texts.ladder.venue}</th>
        </tr>
      </thead>
      <tbody>
        {levels.map(({ price, quantity, total, venue }, place) => (
          <Row
            // oxlint-disable-next-line react/no-array-index-key -- prices move all the time, levels stay
            key={place}
            price={price}
            quantity={isCumulative ? undefined : quantity}
            total={total}
            venue={venue}
            prices={prices}
            quantities={quantities}
            totals={totals}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps extends Omit<Level, 'quantity'> {
  readonly quantity: string | undefined;
  /** The decimals of the column. */
  readonly prices: number;
  readonly quantities: number;
  readonly totals: number;
}

/** Drawn again only if it changes. */
const Row = memo(({ price, quantity, total, venue, prices, quantities, totals }: RowProps) => (
  <tr>
    <td>
      <Aligned decimal={price} decimals={prices} />
    </td>
    {quantity !== undefined && (
      <td>
        <Aligned decimal={quantity} decimals={quantities} />
      </td>
    )}
    <td>
      <Aligned decimal={total} decimals={totals} />
    </td>
    <td>{venue}</td>
  </tr>
));
