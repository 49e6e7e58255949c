export { Problem } from './problem.tsx';
