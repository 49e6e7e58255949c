export { changeProgram, LINK_OF_PARTNER } from './change.ts';
export { confirmProposal } from './confirm.ts';
export { proposeEntry } from './enter.ts';
export { proposalNotice } from './proposals/index.ts';
export { previewTariffs } from './preview.ts';
export { isPartner, isSuspended } from './partners/index.ts';
export { programEndpoints } from './routes.ts';
export { asPartner } from './view-as.ts';
