import { CloseButton, Group, Paper, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { TextLink } from '../link/index.ts';
import classes from './messages.module.css';
import { say, useMessage } from './say.ts';
import { texts } from './texts.ts';

/** The answer to the last action, until the person leaves the screen. Screen readers say it after everything else. */
export function Messages() {
  const message = useMessage();
  const router = useRouter();
  useEffect(
    () => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && say(undefined)),
    [router],
  );
  return (
    <div role="status" className={classes.messages}>
      {message !== undefined && (
        <Paper withBorder shadow="md" p="sm" data-message>
          <Group gap="sm" wrap="nowrap" align="flex-start">
            <div>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {message.text}
              </Text>
              {message.link !== undefined && (
                <TextLink {...message.link.place} size="sm">
                  {message.link.label}
                </TextLink>
              )}
            </div>
            <CloseButton size="sm" aria-label={texts.dismiss} onClick={() => say(undefined)} />
          </Group>
        </Paper>
      )}
    </div>
  );
}
