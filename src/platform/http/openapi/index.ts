export { describeApi, type ServiceDescription } from './describe.ts';
