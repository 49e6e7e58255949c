export { findDemoVenues } from './find.ts';
export { startDemoVenues, type DemoVenues } from './start.ts';
