export { browserOf } from './browser-of.ts';
