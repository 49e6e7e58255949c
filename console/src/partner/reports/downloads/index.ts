export { Downloads } from './downloads.tsx';
export { fileName } from './file-name.ts';
