import { Button, Group, Text } from '@mantine/core';
import { Alarm } from '../parts/index.ts';
import { formatTime, useNow } from '../text/index.ts';
import { askNow, useOutage, type Outage } from './connection.ts';
import classes from './connection.module.css';
import { texts } from './texts.ts';

/** Says that the connection is dead, since when, and what that means. */
export function OutageBanner() {
  const outage = useOutage();
  return (
    outage !== undefined && (
      <div className={classes.banner}>
        <Alarm title={texts.title(formatTime(new Date(outage.since).toISOString()))}>
          <Text size="sm">{texts.about}</Text>
          <Group gap="sm" mt={6}>
            <Button size="compact-sm" variant="default" onClick={askNow}>
              {texts.now}
            </Button>
            <Next {...outage} />
          </Group>
        </Alarm>
      </div>
    )
  );
}

/** Not part of what is announced: it changes every second. */
function Next({ nextAt }: Outage) {
  const now = useNow();
  return (
    <Text size="sm" c="dimmed" aria-hidden>
      {nextAt === undefined ? texts.asking : texts.next(Math.max(0, Math.ceil((nextAt - now) / 1000)))}
    </Text>
  );
}
