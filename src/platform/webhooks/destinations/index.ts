export { changeDestination } from './change.ts';
export { createDestination, type Webhooks } from './create.ts';
export { getDestination, listDestinations } from './find.ts';
export { removeDestination } from './remove.ts';
export { toDestination } from './show.ts';
export { rotateSecret } from './rotate.ts';
export { keysOf } from './secret.ts';
export type { DestinationRow } from './store.ts';
export { testDestination } from './test-call.ts';
