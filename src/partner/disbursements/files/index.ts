export { bankNamed, profileOf, type Bank, type BankProfile } from './bank.ts';
export { numberOf } from './lines.ts';
export { fileEndpoints } from './routes.ts';
