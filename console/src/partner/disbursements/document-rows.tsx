import type { SelfBillingDocument } from '@quaestor/sdk';
import { SectionOfRows } from '../../shared/list/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import {
  dayColumn,
  moneyColumn,
  nameColumn,
  textColumn,
  type Column,
  type RowPlace,
  type Rows,
} from '../../shared/table/index.ts';
import { PdfButton } from './pdf-button.tsx';
import { texts } from './texts.ts';
import { usePdf, type OpenPdf } from './use-pdf.ts';

const { documents: t } = texts;

interface DocumentRowsProps {
  readonly texts: { readonly title: string; readonly description: string; readonly none: string };
  readonly list: Rows<SelfBillingDocument>;
  /** Columns before the amounts. */
  readonly further: readonly Column<SelfBillingDocument>[];
  /** The disbursement of a document. */
  readonly to: (document: SelfBillingDocument) => RowPlace;
  readonly open: OpenPdf;
}

/** Invoices and credit notes, each with its PDF. */
export function DocumentRows({ texts: said, list, further, to, open }: DocumentRowsProps) {
  const save = usePdf(open);
  return (
    <SectionOfRows
      texts={said}
      list={list}
      columns={[...NAMES, ...further, ...AMOUNTS, pdfColumn(save)]}
      idOf={({ number }) => number}
      to={to}
    >
      {save.error !== null && <Problem error={save.error} />}
    </SectionOfRows>
  );
}

const amountColumn = (name: 'net' | 'vat' | 'total') =>
  moneyColumn<SelfBillingDocument>(
    name,
    t.columns[name],
    (row) => row[name],
    ({ currency }) => currency,
  );

const NAMES: readonly Column<SelfBillingDocument>[] = [
  nameColumn('number', t.columns.number, ({ number }) => number),
  textColumn('kind', t.columns.kind, ({ kind }) => t.kinds[kind]),
  dayColumn('issued', t.columns.issued, ({ issued_on }) => issued_on),
  textColumn('disbursement', t.columns.disbursement, ({ disbursement_number: number }) => String(number)),
];
const AMOUNTS = (['net', 'vat', 'total'] as const).map(amountColumn);

const pdfColumn = (save: ReturnType<typeof usePdf>): Column<SelfBillingDocument> => ({
  id: 'pdf',
  header: t.columns.file,
  align: 'right',
  text: () => '',
  cell: ({ number }) => <PdfButton number={number} save={save} />,
});
