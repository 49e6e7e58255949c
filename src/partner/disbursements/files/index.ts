export { bankNamed, profileOf, type Bank, type BankProfile } from './bank.ts';
export { fetchFile } from './fetch.ts';
export { numberOf } from './lines.ts';
export { fileEndpoints } from './routes.ts';
export { sealFile } from './seal.ts';
