export { profileOf, type Bank } from './bank.ts';
export { fileEndpoints } from './routes.ts';
