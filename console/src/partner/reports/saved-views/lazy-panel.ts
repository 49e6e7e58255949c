import { later } from '../../../shared/later/index.ts';

export const ViewPanel = later(() => import('./panel.tsx'));
