export { Bars } from './bars.tsx';
export { Change } from './change.tsx';
export { Figure } from './figure.tsx';
export { Sparkline } from './lazy-sparkline.tsx';
export { TimeChart } from './lazy-time-chart.tsx';
