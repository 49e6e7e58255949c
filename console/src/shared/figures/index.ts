export { Bars } from './bars.tsx';
export { Change } from './change.tsx';
export { Figure } from './figure.tsx';
export { Sparkline } from './lazy-sparkline.tsx';
