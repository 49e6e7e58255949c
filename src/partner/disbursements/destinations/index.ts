export { confirmDestination, refuseDestination } from './decide.ts';
export { disableDestination } from './disable.ts';
export { listDestinations } from './list.ts';
export { destinationChangedNotice } from './notices.ts';
export { saveDestination } from './save.ts';
export {
  ADDRESS,
  DESTINATION,
  DESTINATION_DETAILS,
  DESTINATION_PARAMS,
  DESTINATIONS,
  DESTINATIONS_QUERY,
  NEW_DESTINATION,
  REFUSAL,
  SAVING_QUERY,
  type BankAccount,
  type DestinationDetails,
} from './schema.ts';
export type { ChainNetwork, Method, Offers } from './check.ts';
export { lockConfirmed, selectConfirmed, selectDetails, type DestinationRow } from './store.ts';
export { writtenForm } from './written.ts';
