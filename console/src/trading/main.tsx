import { RouterProvider } from '@tanstack/react-router';
import { start } from '../shared/layout/index.ts';
import { ServiceProvider } from '../shared/session/index.ts';
import { client, trading } from './api.ts';
import { router } from './router.ts';

start(
  client,
  <ServiceProvider value={trading}>
    <RouterProvider router={router} />
  </ServiceProvider>,
);
