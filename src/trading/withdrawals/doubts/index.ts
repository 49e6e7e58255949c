export { doubtUnsent } from './doubt.ts';
