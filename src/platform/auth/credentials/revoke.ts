import { defineChange, type ChangeTarget } from './change.ts';

/** Ends the credential for good, and at once every token issued to it. One admin is enough. */
export const revoking = defineChange({
  action: 'credential.revoke',
  decide: (_row, _input: ChangeTarget, { now }) => ({ change: { revoked_at: now } }),
});

export const revokeCredential = revoking.performHere;
