export { openMail } from './connect.ts';
