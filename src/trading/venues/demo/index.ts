export { startDemoVenues, type DemoVenues } from './start.ts';
