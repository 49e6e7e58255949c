export { fillDemoDesk } from './desk.ts';
export { fillDemoPayments, payingOnChain } from './on-chain.ts';
export { openInbox } from './inbox.ts';
export { openDemoMail } from './mail.ts';
export { fillDemoPast } from './past.ts';
export { welcomeDemo } from './welcome.ts';
