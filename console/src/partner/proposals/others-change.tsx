import type { Proposal } from '@quaestor/sdk';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../shared/problem/index.ts';
import { aboutOthers } from '../terms/others.ts';
import { lastMonthQuery } from './queries.ts';

/** Who else would earn more or less by proposed tariffs, and why. Read once: the screen of the proposal has read it. */
export function OthersChange({ tariffs }: { tariffs: Proposal['facts'] }) {
  return (
    <Loaded query={useQuery({ ...lastMonthQuery(tariffs), staleTime: Infinity })} height={40}>
      {(preview) => (
        <Text size="sm" data-others>
          {aboutOthers(preview, tariffs)}
        </Text>
      )}
    </Loaded>
  );
}
