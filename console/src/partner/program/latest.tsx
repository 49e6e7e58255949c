import { Text } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { TextLink } from '../../shared/link/index.ts';
import { roundDigits } from '../../shared/money/index.ts';
import { Section } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { Ago } from '../../shared/text/index.ts';
import { texts as creditingTexts } from '../crediting/texts.ts';
import { texts as factsTexts } from '../facts/texts.ts';
import { waitingQuery } from '../proposals/queries.ts';
import { texts as proposalTexts } from '../proposals/texts.ts';
import classes from './latest.module.css';
import { latestBatchesQuery, latestPayoutsQuery } from './queries.ts';
import { texts } from './texts.ts';

export const Waiting = () => (
  <Latest
    {...texts.waiting}
    to="/proposals"
    rows={useQuery(waitingQuery())}
    line={(proposal) => ({
      id: proposal.id,
      left: proposalTexts.summary(proposal),
      middle: proposal.proposed_by,
      at: proposal.proposed_at,
    })}
  />
);

export const LatestPayouts = () => (
  <Latest
    {...texts.payouts}
    to="/crediting"
    rows={useQuery(latestPayoutsQuery())}
    line={({ number, kind, reward_usd, created_at }) => ({
      id: String(number),
      left: creditingTexts.kindName(kind),
      middle: roundDigits(reward_usd, 2),
      at: created_at,
    })}
  />
);

export const LatestBatches = () => (
  <Latest
    {...texts.batches}
    to="/facts"
    rows={useQuery(latestBatchesQuery())}
    line={(batch) => ({
      id: String(batch.number),
      left: factsTexts.kindName(batch.kind),
      middle: factsTexts.sourceOf(batch),
      at: batch.created_at,
    })}
  />
);

interface Line {
  readonly id: string;
  readonly left: ReactNode;
  readonly middle: ReactNode;
  readonly at: string;
}

interface LatestProps<T> {
  readonly title: string;
  readonly nothing: string;
  /** The list with all of them, where one can be opened. */
  readonly to: '/crediting' | '/facts' | '/proposals';
  readonly rows: UseQueryResult<readonly T[]>;
  readonly line: (row: T) => Line;
}

/** The newest rows of a list, each of which leads to it. */
function Latest<T>({ title, nothing, to, rows: { data, error }, line }: LatestProps<T>) {
  return (
    <Section
      title={title}
      actions={
        <TextLink to={to} size="sm" aria-label={texts.allOf(title)}>
          {texts.all}
        </TextLink>
      }
    >
      {error !== null && <Problem error={error} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {nothing}
        </Text>
      )}
      <div>
        {data?.map((row) => {
          const { id, left, middle, at } = line(row);
          return (
            <Link key={id} to={to} search={{ id }} className={classes.line ?? ''}>
              <span>{left}</span>
              <span>{middle}</span>
              <Text span inherit c="dimmed">
                <Ago at={at} />
              </Text>
            </Link>
          );
        })}
      </div>
    </Section>
  );
}
