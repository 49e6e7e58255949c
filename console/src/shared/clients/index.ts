export { NewClient } from './create.tsx';
export { Clients } from './list.tsx';
