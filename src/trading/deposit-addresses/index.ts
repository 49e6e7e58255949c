export { confirmAddress } from './confirm.ts';
export { depositAddressEndpoints } from './routes.ts';
export { keyOf as addressKeyOf } from './view.ts';
