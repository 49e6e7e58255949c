import { Button, Group, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { WatchList as Watched } from '@quaestor/sdk';
import { Big } from 'big.js';
import { groupDigits } from '../../shared/money/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { trading } from '../api.ts';
import { watchListQuery } from './queries.ts';
import classes from './market.module.css';
import { texts } from './texts.ts';

type Market = Watched['markets'][number];

interface WatchListProps {
  readonly symbol: string;
  readonly onChoose: (symbol: string) => void;
}

/** The pairs that the person watches: a click shows one. */
export function WatchList({ symbol, onChoose }: WatchListProps) {
  const list = useQuery(watchListQuery());
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (symbols: readonly string[]) => trading.watchList.set(symbols),
    onSuccess: async (changed) => {
      const { queryKey } = watchListQuery();
      // An answer that is on its way may be older than the change.
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, changed);
    },
  });
  const markets = list.data?.markets ?? [];
  const watched = markets.map((market) => market.symbol);
  const isWatched = watched.includes(symbol);
  const toggle = () =>
    change.mutate(isWatched ? watched.filter((each) => each !== symbol) : [...watched, symbol]);
  const error = list.error ?? change.error;
  return (
    <Stack gap="xs" component="section">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {texts.watch.title}
        </Title>
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={toggle}
          disabled={list.data === undefined}
          loading={change.isPending}
        >
          {isWatched ? texts.watch.remove(symbol) : texts.watch.add(symbol)}
        </Button>
      </Group>
      {error !== null && <Problem error={error} />}
      {list.data !== undefined && markets.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.watch.empty}
        </Text>
      )}
      <ul className={classes.watched} aria-label={texts.watch.title}>
        {markets.map((market) => (
          <li key={market.symbol}>
            <UnstyledButton
              className={classes.pair}
              aria-current={market.symbol === symbol || undefined}
              onClick={() => onChoose(market.symbol)}
            >
              <span>{market.symbol}</span>
              <span className={classes.mid}>
                {market.price === null ? texts.watch.noPrice : groupDigits(market.price.mid)}
              </span>
              <Rise market={market} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

function Rise({ market: { price, dayBefore } }: { market: Market }) {
  if (price === null || dayBefore === null) return <span className={classes.rise}>{texts.watch.noRise}</span>;
  const percent = new Big(price.mid).minus(dayBefore.mid).div(dayBefore.mid).times(100).round(2);
  return (
    <span className={classes.rise} data-rise={percent.gt(0) ? 'up' : percent.lt(0) ? 'down' : undefined}>
      {texts.watch.rise(groupDigits(percent.toFixed(2)))}
    </span>
  );
}
