import { lazyRouteComponent } from '@tanstack/react-router';
import { createDesk } from '../shared/desk/index.ts';
import { start } from '../shared/layout/index.ts';
import { client, trading } from './api.ts';
import { screens } from './screens.ts';

const frame = lazyRouteComponent(() => import('./frame.tsx'), 'Frame');

start(client, createDesk({ client, service: trading, frame, screens }));
