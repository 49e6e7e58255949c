export { describeFilter } from './describe.ts';
export { FilterDescription } from './schema.ts';
