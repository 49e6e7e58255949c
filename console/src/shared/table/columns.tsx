import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Aligned, Amount, cutDecimal, groupDigits, placesOf } from '../money/index.ts';
import { Ago, Country, formatDay } from '../text/index.ts';
import type { Column } from './column.ts';
import classes from './table.module.css';
import { texts } from './texts.ts';

/** A column of texts; what `cell` shows instead has the same meaning. */
export const textColumn = <T,>(
  id: string,
  header: string,
  text: (row: T) => string,
  cell: (row: T) => ReactNode = text,
): Column<T> => ({ id, header, text, cell });

/** The column that names the row. */
export const nameColumn = <T,>(id: string, header: string, text: (row: T) => string): Column<T> => ({
  id,
  header,
  text,
  cell: (row) => <span className={classes.name}>{text(row)}</span>,
  isName: true,
});

/** A column of countries by name, some of which are not known. The export has their codes. */
export const countryColumn = <T,>(
  id: string,
  header: string,
  code: (row: T) => string | null,
): Column<T> => ({
  id,
  header,
  text: (row) => code(row) ?? '',
  cell: (row) => {
    const known = code(row) ?? '';
    return known === '' ? texts.none : <Country code={known} />;
  },
});

/** A column of exact decimals or counts. */
export const numberColumn = <T,>(
  id: string,
  header: string,
  value: (row: T) => string | number,
): Column<T> => ({
  id,
  header,
  align: 'right',
  text: (row) => `${value(row)}`,
  cell: (row) => groupDigits(`${value(row)}`),
});

/** A column of exact decimals whose points stand below each other. */
export const alignedColumn = <T,>(id: string, header: string, value: (row: T) => string): Column<T> => ({
  id,
  header,
  align: 'right',
  text: value,
  decimal: value,
  cell: (row, decimals) => <Aligned decimal={value(row)} decimals={decimals} />,
});

/** A column of amounts, each in its own currency, whose points stand below each other. */
export const moneyColumn = <T,>(
  id: string,
  header: string,
  value: (row: T) => string,
  currency: (row: T) => string,
): Column<T> => ({
  id,
  header,
  align: 'right',
  text: (row) => `${value(row)} ${currency(row)}`,
  decimal: (row) => cutDecimal(value(row), placesOf(currency(row))).shown,
  cell: (row, decimals) => <Amount value={value(row)} asset={currency(row)} decimals={decimals} fw={500} />,
});

/** A column of amounts without their asset, which another column says. */
export const digitsColumn = <T,>(
  id: string,
  header: string,
  value: (row: T) => string,
  asset: (row: T) => string,
): Column<T> => ({
  id,
  header,
  align: 'right',
  text: value,
  decimal: (row) => cutDecimal(value(row), placesOf(asset(row))).shown,
  cell: (row, decimals) => <Aligned decimal={value(row)} places={placesOf(asset(row))} decimals={decimals} />,
});

/** A column of days, some of which have not come yet. */
export const dayColumn = <T,>(id: string, header: string, day: (row: T) => string | null): Column<T> => ({
  id,
  header,
  align: 'right',
  text: (row) => day(row) ?? '',
  cell: (row) => {
    const at = day(row);
    return (
      <Text span inherit {...(at === null && { c: 'dimmed' })} style={{ whiteSpace: 'nowrap' }}>
        {at === null ? texts.none : formatDay(at)}
      </Text>
    );
  },
});

/** A column of times, shown by how long ago they were. */
export const agoColumn = <T,>(id: string, header: string, at: (row: T) => string): Column<T> => ({
  id,
  header,
  align: 'right',
  text: at,
  cell: (row) => <Ago at={at(row)} />,
});
