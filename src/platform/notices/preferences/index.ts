export { confirmNotice, readAddress } from './email.ts';
export { noticeEndpoints } from './routes.ts';
export { selectCompulsory } from './store.ts';
