export { acceptAgreement, showAgreement, validAgreements } from './agree.ts';
export { creditInvoices, issueInvoices } from './issue.ts';
export { wantsDocuments, type Issuer } from './issuer.ts';
export { managedDocumentEndpoints, ownDocumentEndpoints } from './routes.ts';
export type { AgreementRow } from './store.ts';
