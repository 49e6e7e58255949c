export { Found } from './found.tsx';
export { OpenedPanel } from './opened-panel.tsx';
