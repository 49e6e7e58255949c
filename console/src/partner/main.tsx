import { RouterProvider } from '@tanstack/react-router';
import { start } from '../shared/layout/index.ts';
import { ServiceProvider } from '../shared/session/index.ts';
import { client, partner } from './api.ts';
import { router } from './router.ts';

start(
  client,
  <ServiceProvider value={partner}>
    <RouterProvider router={router} />
  </ServiceProvider>,
);
