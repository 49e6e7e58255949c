export { balanceAt, listEntries } from './list.ts';
export { statementPdf } from './statement-pdf.ts';
export { statementCsv, statementXlsx } from './statement-table.ts';
export { makeStatement, type Statement } from './statement.ts';
