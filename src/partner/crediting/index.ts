export { prepareCrediting } from './prepare.ts';
