import { Button, Divider, Group, Loader, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import { Actions } from '../connection/index.ts';
import { IconKey } from '../icons/index.ts';
import { TextLink } from '../link/index.ts';
import { Problem } from '../problem/index.ts';
import type { Asked } from './confirm-store.ts';
import { askPasskey, PasskeyUnused } from './passkeys.ts';
import { texts } from './texts.ts';

interface QuestionProps {
  readonly asked: Asked;
  readonly render: (approves: Readonly<Record<string, unknown>>) => ReactNode;
}

export default function Dialog({ asked, render }: QuestionProps) {
  return (
    <Modal
      opened
      onClose={() => asked.answer(undefined)}
      title={texts.title}
      closeButtonProps={{ 'aria-label': texts.close }}
      size="lg"
    >
      {/* Nothing can be confirmed before what it is can be seen. */}
      <Suspense fallback={<Waiting />}>
        <Actions>
          <Question key={asked.challenge.proof} asked={asked} render={render} />
        </Actions>
      </Suspense>
    </Modal>
  );
}

const Waiting = () => <Loader role="status" aria-label={texts.loading} />;

/** What is confirmed, and the factors with which it can be. */
function Question({ asked, render }: QuestionProps) {
  const { challenge, answer } = asked;
  const [code, setCode] = useState('');
  const options = useQuery({
    queryKey: ['proof', challenge.proof],
    queryFn: () => challenge.options(),
    gcTime: 0,
    // It is the same for the whole question, also when the person comes back with the code of another app.
    staleTime: Infinity,
    retry: false,
  });
  const byPasskey = useMutation({
    mutationFn: async (publicKey: object) => answer({ response: await askPasskey(publicKey) }),
  });
  if (options.data === undefined) {
    if (options.error === null) return <Waiting />;
    return <NoFactor error={options.error} onLeave={() => answer(undefined)} />;
  }
  const { publicKey, app } = options.data;
  return (
    <Stack gap="md">
      {render(challenge.approves)}
      {challenge.refused !== undefined && <Problem error={challenge.refused} />}
      {byPasskey.error instanceof PasskeyUnused ? (
        <Text size="sm" role="status">
          {byPasskey.error.message}
        </Text>
      ) : (
        byPasskey.error !== null && <Problem error={byPasskey.error} />
      )}
      {publicKey !== null && (
        <Button
          autoFocus
          leftSection={<IconKey size={16} />}
          loading={byPasskey.isPending}
          onClick={() => byPasskey.mutate(publicKey)}
        >
          {texts.byPasskey}
        </Button>
      )}
      {publicKey !== null && app && <Divider label={texts.or} />}
      {app && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            answer({ code: code.replaceAll(' ', '') });
          }}
        >
          <Group align="flex-end" gap="sm">
            <TextInput
              label={texts.code}
              autoComplete="one-time-code"
              inputMode="numeric"
              required
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              style={{ flex: 1 }}
            />
            <Button type="submit" variant={publicKey === null ? 'filled' : 'default'}>
              {texts.confirm}
            </Button>
          </Group>
        </form>
      )}
    </Stack>
  );
}

function NoFactor({ error, onLeave }: { error: unknown; onLeave: () => void }) {
  return (
    <Stack gap="sm">
      <Problem error={error} />
      <TextLink to="/security" size="sm" onClick={onLeave}>
        {texts.addFactor}
      </TextLink>
      <Text size="sm">{texts.repeat}</Text>
    </Stack>
  );
}
