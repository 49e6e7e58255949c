import type { OrderBookEntry } from '@quaestor/sdk';
import { memo } from 'react';
import { Aligned, mostDecimals } from '../../shared/money/index.ts';
import classes from './ladder.module.css';
import { texts } from './texts.ts';

interface LadderProps {
  readonly side: 'bids' | 'asks';
  readonly entries: readonly OrderBookEntry[];
  readonly withFee: boolean;
}

/** One side of the book, the best price first. */
export function Ladder({ side, entries, withFee }: LadderProps) {
  const prices = mostDecimals(entries.map(({ price, priceWithFee }) => (withFee ? priceWithFee : price)));
  const quantities = mostDecimals(entries.map(({ quantity }) => quantity));
  return (
    <table className={classes.ladder} data-side={side} aria-label={texts.ladder[side]}>
      <thead>
        <tr>
          <th scope="col">{side === 'bids' ? texts.ladder.bid : texts.ladder.ask}</th>
          <th scope="col">{texts.ladder.quantity}</th>
          <th scope="col">{texts.ladder.venue}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ price, priceWithFee, quantity, venue }, level) => (
          <Level
            // oxlint-disable-next-line react/no-array-index-key -- prices move all the time, levels stay
            key={level}
            price={withFee ? priceWithFee : price}
            quantity={quantity}
            venue={venue}
            prices={prices}
            quantities={quantities}
          />
        ))}
      </tbody>
    </table>
  );
}

interface LevelProps extends Pick<OrderBookEntry, 'price' | 'quantity' | 'venue'> {
  /** The decimals of the column. */
  readonly prices: number;
  readonly quantities: number;
}

/** Drawn again only if it changes. */
const Level = memo(({ price, quantity, venue, prices, quantities }: LevelProps) => (
  <tr>
    <td>
      <Aligned decimal={price} decimals={prices} />
    </td>
    <td>
      <Aligned decimal={quantity} decimals={quantities} />
    </td>
    <td>{venue}</td>
  </tr>
));
