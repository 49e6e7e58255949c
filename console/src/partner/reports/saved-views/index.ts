export { default } from './panel.tsx';
