export { rewardNotice, rewardOccasion, statementNotice, statementOccasion } from './notices.ts';
