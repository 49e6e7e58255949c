import { QueryClient } from '@tanstack/react-query';
import { Brand, start } from '../shared/layout/index.ts';

start(new QueryClient(), <Brand />);
