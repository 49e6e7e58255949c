export { Editable } from './editable.tsx';
