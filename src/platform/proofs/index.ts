export { askForProof, ProofMissing, useProof } from './require.ts';
export { deleteExpiredProofs, selectProof, setEvidence } from './store.ts';
