import '@mantine/core/styles.css';
import './global.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { nonce } from './nonce.ts';
import { theme, variables } from './theme.ts';

/** Puts a face of the console on the page. */
export function start(client: QueryClient, content: ReactNode): void {
  setNonce(nonce);
  const root = document.querySelector('#root');
  if (root === null) throw new Error('The page has no element #root.');
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={variables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={client}>{content}</QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
