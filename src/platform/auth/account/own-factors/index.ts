export { addPasskey } from './add-passkey.ts';
export { beginApp, beginPasskey } from './begin.ts';
export { confirmApp } from './confirm-app.ts';
export { removeApp } from './remove-app.ts';
export { removePasskey } from './remove-passkey.ts';
export { renewRecoveryCodes } from './renew-recovery-codes.ts';
