export { later, laterScreen } from './later.tsx';
