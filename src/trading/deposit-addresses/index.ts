export { confirmAddress } from './confirm.ts';
export { selectCurrent as selectCurrentAddress } from './store.ts';
export { depositAddressEndpoints } from './routes.ts';
export { keyOf as addressKeyOf } from './view.ts';
