export {
  hasAccount,
  isPartner,
  isSuspended,
  listLinks,
  listPartners,
  readPartner,
  showPartner,
} from './read.ts';
export { LINKS, LINKS_QUERY, PARTNER, PARTNER_PARAMS, PARTNERS, PARTNERS_QUERY } from './schema.ts';
