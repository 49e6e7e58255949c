import { defineChange } from './change.ts';

/** Ends the credential for good, and at once every token issued to it. */
export const revokeCredential = defineChange({
  action: 'credential.revoke',
  decide: (_row, _input: { readonly name: string }, { now }) => ({ change: { revoked_at: now } }),
});
