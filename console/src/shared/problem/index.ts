export { Loaded } from './loaded.tsx';
export { Problem } from './problem.tsx';
export { Trace } from './trace.tsx';
export { Unloaded } from './unloaded.tsx';
