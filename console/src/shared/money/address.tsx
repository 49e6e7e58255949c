import { Text } from '@mantine/core';
import { groupsOfFour } from './group.ts';
import classes from './address.module.css';

/** A whole address in groups of four, so that people can compare it with their own record. */
export function Address({ value }: { value: string }) {
  return (
    <Text span ff="monospace" className={classes.address} aria-label={value} role="img">
      {groupsOfFour(value).map((group, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- equal groups differ only by their place
        <span key={index} className={classes.group}>
          {group}
        </span>
      ))}
    </Text>
  );
}
