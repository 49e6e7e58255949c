export { Timeline, type TimelineItem } from './timeline.tsx';
