export { preferred } from './accept.ts';
export { csvLine } from './csv.ts';
export { readName } from './name.ts';
export { money, Paper } from './paper.ts';
export { isTicket, refuseAmbiguous } from './ticket.ts';
export { partnerOf } from './partner-of.ts';
export { XLSX, xlsxFile, type TextColumns } from './xlsx.ts';
