export { accountQuery, ServiceProvider, useService, type Service, type Webhook } from './service.ts';
export { createClient, isSignedOut } from './client.ts';
export { confirm, useAsked } from './confirm-store.ts';
export { askPasskey, deviceName, makePasskey, systemOf } from './passkeys.ts';
export { followPreferences } from './follow-preferences.ts';
export { requireSession } from './guard.ts';
export { safeNext } from './next.ts';
export { StepUp } from './step-up.tsx';
export { useAccount, useScope } from './use-scope.ts';
