import { Button, Group, Text } from '@mantine/core';
import { Alarm } from '../parts/index.ts';
import { formatTime, useNow } from '../text/index.ts';
import { askNow, type Outage } from './connection.ts';
import classes from './connection.module.css';
import { texts } from './texts.ts';

/** That the connection is dead, since when, and what that means. */
export default function Banner({ since, nextAt }: Outage) {
  return (
    <div className={classes.banner}>
      <Alarm title={texts.title(formatTime(new Date(since).toISOString()))}>
        <Text size="sm">{texts.about}</Text>
        <Group gap="sm" mt={6}>
          <Button size="compact-sm" variant="default" onClick={askNow}>
            {texts.now}
          </Button>
          <Next at={nextAt} />
        </Group>
      </Alarm>
    </div>
  );
}

/** Not part of what is announced: it changes every second. */
function Next({ at }: { at: number | undefined }) {
  const now = useNow();
  return (
    <Text size="sm" c="dimmed" aria-hidden>
      {at === undefined ? texts.asking : texts.next(Math.max(0, Math.ceil((at - now) / 1000)))}
    </Text>
  );
}
