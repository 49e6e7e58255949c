import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatTime } from '../text/index.ts';
import { timesOf } from './times.ts';
import classes from './timeline.module.css';

export interface TimelineItem {
  readonly key: string;
  readonly at: string;
  readonly who: string;
  readonly title: string;
  readonly tone: 'good' | 'bad' | 'busy' | 'idle';
  readonly body?: ReactNode;
}

/** What happened, oldest first. */
export function Timeline({ items, label }: { items: readonly TimelineItem[]; label: string }) {
  const times = timesOf(items.map(({ at }) => at));
  return (
    <ol className={classes.timeline} aria-label={label}>
      {items.map(({ key, at, who, title, tone, body }, index) => (
        <li key={key} className={classes.item} data-tone={tone}>
          <div className={classes.head}>
            <Text span fw={500} size="sm">
              {title}
            </Text>
            <Text span size="sm" c="dimmed">
              {who}
            </Text>
            <Text
              component="time"
              dateTime={at}
              title={formatTime(at)}
              size="sm"
              c="dimmed"
              className={classes.time}
            >
              {times[index]}
            </Text>
          </div>
          {body !== undefined && body !== null && <div className={classes.body}>{body}</div>}
        </li>
      ))}
    </ol>
  );
}
