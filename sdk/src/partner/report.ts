import { ReportChangedError } from '../errors/index.ts';

interface Rows {
  readonly data: readonly unknown[];
}

type Row<Page extends Rows> = Page['data'][number];

/** Some reports call their totals `meta`. */
type Totals<Page> = Page extends { totals: infer Sums }
  ? Sums
  : Page extends { meta: infer Sums }
    ? Sums
    : never;

export interface PagePosition {
  /** Rows on the page. */
  readonly limit?: number | undefined;
  /** Rows before the page. */
  readonly offset?: number | undefined;
}

interface ReportSource<Page> {
  readonly page: (position: PagePosition) => Promise<{ readonly body: Page; readonly headers: Headers }>;
  readonly download: (format: 'csv' | 'xlsx') => Promise<ReadableStream<Uint8Array>>;
}

const PAGE_SIZE = 1000;

/** A report, which is read when one of its methods is called. Numbers with decimals are text with exact digits. */
export class Report<Page extends Rows> {
  readonly #source: ReportSource<Page>;

  constructor(source: ReportSource<Page>) {
    this.#source = source;
  }

  /** Gets one page with the totals of all rows. */
  async page(position: PagePosition = {}): Promise<Page> {
    return (await this.#source.page(position)).body;
  }

  /** Gets the totals of all rows. */
  async totals(): Promise<Totals<Page>> {
    const page = (await this.page({ limit: 1 })) as { totals?: Totals<Page>; meta?: Totals<Page> };
    return (page.totals ?? page.meta) as Totals<Page>;
  }

  /**
   * Yields all rows. If facts arrive while the pages of a long report are read, it throws `ReportChangedError` rather
   * than lose or repeat rows.
   */
  async *rows(): AsyncGenerator<Row<Page>> {
    let asOf: string | null | undefined;
    for (let offset = 0; ; offset += PAGE_SIZE) {
      const { body, headers } = await this.#source.page({ limit: PAGE_SIZE, offset });
      const now = headers.get('x-as-of');
      if (asOf !== undefined && now !== asOf) {
        throw new ReportChangedError('Facts arrived while the report was read.');
      }
      asOf = now;
      yield* body.data as readonly Row<Page>[];
      if (body.data.length < PAGE_SIZE) return;
    }
  }

  /** Opens all rows as a CSV file. */
  csv(): Promise<ReadableStream<Uint8Array>> {
    return this.#source.download('csv');
  }

  /** Opens all rows as a workbook, for spreadsheets. */
  xlsx(): Promise<ReadableStream<Uint8Array>> {
    return this.#source.download('xlsx');
  }
}
