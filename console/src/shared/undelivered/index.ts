export { undeliveredSource } from './source.ts';
