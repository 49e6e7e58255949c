export { fillDemoDesk } from './desk.ts';
export { openInbox } from './inbox.ts';
export { fillDemoPast } from './past.ts';
export { welcomeDemo } from './welcome.ts';
