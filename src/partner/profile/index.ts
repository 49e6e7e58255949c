export { TIER_KIND, tierNotice } from './notices.ts';
export { profileEndpoints } from './routes.ts';
export { profileJobs } from './work.ts';
