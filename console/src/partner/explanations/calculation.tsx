import type { Calculation as Explained } from '@quaestor/sdk';
import { Stack, Text, Title } from '@mantine/core';
import { groupDigits } from '../../shared/money/index.ts';
import { Note, Status } from '../../shared/parts/index.ts';
import { PlainTable, type Column } from '../../shared/table/index.ts';
import { Sums } from '../figures/index.ts';
import classes from './explanations.module.css';
import { multiply } from './multiply.ts';
import { texts } from './texts.ts';

const { calculation: t } = texts;

interface CalculationProps {
  readonly title: string;
  readonly of: Explained;
}

type Factor = Explained['factors'][number];

/** The factors of an amount. The browser multiplies them again, so that nobody has to. */
export function Calculation({
  title,
  of: { amount, currency, factors, rounding, reason },
}: CalculationProps) {
  const own = multiply(factors, rounding.decimals);
  const missing = factors.find(({ numerator }) => numerator === null);
  return (
    <Stack gap="xs" className={classes.calculation} data-calculation={currency}>
      <Title order={3} size="h5">
        {title}
      </Title>
      {reason !== null && <Note>{missing ? t.missing(t.factor(missing.name)) : reason.message}</Note>}
      {factors.length > 0 && (
        <PlainTable name={title} columns={COLUMNS} rows={factors} idOf={({ name }) => name} />
      )}
      <Sums>
        {factors.length > 0 && own !== null && (
          <div>
            <dt>{t.product}</dt>
            <dd>{groupDigits(own.product)}</dd>
          </div>
        )}
        <div>
          <dt>
            {t.amount}
            {factors.length > 0 && (
              <Text span inherit c="dimmed" fw={400}>
                {t.rounding(rounding.decimals)}
              </Text>
            )}
          </dt>
          <dd data-amount={currency}>
            {amount === null ? texts.unknown : `${groupDigits(amount)} ${currency}`}
          </dd>
        </div>
      </Sums>
      {amount !== null && reason === null && factors.length > 0 && own !== null && (
        <Status
          code={own.rounded}
          tone={own.rounded === amount ? 'good' : 'bad'}
          label={own.rounded === amount ? t.agrees : t.differs(own.rounded)}
        />
      )}
    </Stack>
  );
}

/** The factors in one line. */
export const equationOf = ({ factors }: Explained): string => factors.map(shownFactor).join(' × ');

function shownFactor({ numerator, denominator }: Factor): string {
  if (numerator === null) return texts.none;
  return denominator === '1'
    ? groupDigits(numerator)
    : t.divided(groupDigits(numerator), groupDigits(denominator));
}

const COLUMNS: readonly Column<Factor>[] = [
  {
    id: 'factor',
    header: t.columns.factor,
    cell: ({ name }) => t.factor(name),
    text: ({ name }) => name,
  },
  {
    id: 'value',
    header: t.columns.value,
    cell: (factor) => <span data-factor={factor.name}>{shownFactor(factor)}</span>,
    text: shownFactor,
    align: 'right',
  },
  { id: 'unit', header: t.columns.unit, cell: ({ unit }) => unit, text: ({ unit }) => unit },
  {
    id: 'source',
    header: t.columns.source,
    cell: ({ source: { fact, field, day } }) => t.source(fact, field, day),
    text: ({ source: { fact, field, day } }) => t.source(fact, field, day),
  },
];
