import { lazyRouteComponent } from '@tanstack/react-router';
import { createDesk } from '../shared/desk/index.ts';
import { start } from '../shared/layout/index.ts';
import { client, partner } from './api.ts';
import { screens } from './screens.ts';
import { AS } from './viewed.ts';

const frame = lazyRouteComponent(() => import('./frame.tsx'), 'Frame');

start(client, createDesk({ client, service: partner, frame, screens, kept: [AS] }));
