export { fillDemoDesk } from './desk.ts';
export { welcomeDemo } from './welcome.ts';
