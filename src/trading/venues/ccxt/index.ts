export { connectCcxt } from './connect.ts';
