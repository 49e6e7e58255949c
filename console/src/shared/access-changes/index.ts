export { AccessChanges } from './list.tsx';
