export type Separator = ',' | ';' | '\t';

/** How a table is written, where it differs from the usual. */
export interface TableFormat {
  /** Between the cells of a CSV line; by default the header tells. */
  readonly separator?: Separator | undefined;
  /** Whether the decimals of CSV have a comma instead of a point. */
  readonly decimalComma?: boolean | undefined;
  /** The field of each column that is not named like its field; null leaves the column out. */
  readonly columns?: Readonly<Record<string, string | null>> | undefined;
}
