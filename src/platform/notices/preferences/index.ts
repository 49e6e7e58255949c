export { selectCompulsory } from './store.ts';
