export { Service } from './service.ts';
