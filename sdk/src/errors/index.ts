export * from './errors.ts';
export * from './problems.ts';
