export { askForProof, isAsked, ProofMissing, useProof } from './require.ts';
export { deleteExpiredProofs, selectProof, setEvidence } from './store.ts';
