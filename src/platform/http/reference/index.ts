export { referencePage } from './page.ts';
