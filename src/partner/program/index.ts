export { changeProgram, LINK_OF_PARTNER } from './change.ts';
export { proposalNotice } from './notices.ts';
export { previewTariffs } from './preview.ts';
export { isPartner } from './partners.ts';
export { programEndpoints } from './routes.ts';
export { asPartner } from './view-as.ts';
