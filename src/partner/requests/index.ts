export { preferred } from './accept.ts';
export { csvLine } from './csv.ts';
export { decimal } from './decimal.ts';
export { readName } from './name.ts';
export { money, Paper } from './paper.ts';
export { isTicket, refuseAmbiguous } from './ticket.ts';
export { NotAPartner, partnerOf } from './partner-of.ts';
export { XLSX, xlsxFile, type TextColumns } from './xlsx.ts';
