export { Problem } from './problem.tsx';
export { Unloaded } from './unloaded.tsx';
