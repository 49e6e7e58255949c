import type { ReactNode } from 'react';
import { Aligned, mostDecimals } from '../../shared/money/index.ts';
import classes from './terms.module.css';

/** Names with amounts below each other, the last one in bold. */
export const Sums = ({ children }: { children: ReactNode }) => <dl className={classes.sum}>{children}</dl>;

interface Term {
  readonly name: string;
  readonly label: ReactNode;
  readonly amount: string;
}

interface TermsProps {
  readonly terms: readonly Term[];
  /** What they add up to. */
  readonly total: { readonly label: ReactNode; readonly amount: string };
  readonly currency: string;
}

/** Exact amounts and their sum. */
export function Terms({ terms, total, currency }: TermsProps) {
  const decimals = mostDecimals([total.amount, ...terms.map(({ amount }) => amount)]);
  return (
    <Sums>
      {terms.map(({ name, label, amount }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd data-term={name}>
            <Aligned decimal={amount} decimals={decimals} />
          </dd>
        </div>
      ))}
      <div>
        <dt>{total.label}</dt>
        <dd data-amount={currency}>
          <Aligned decimal={total.amount} decimals={decimals} />
        </dd>
      </div>
    </Sums>
  );
}
