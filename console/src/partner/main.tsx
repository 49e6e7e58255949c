import { Title } from '@mantine/core';
import { QueryClient } from '@tanstack/react-query';
import { start } from '../shared/layout/index.ts';

start(new QueryClient(), <Title order={1}>Quaestor</Title>);
