import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { say } from '../messages/index.ts';
import { AskFirst, Note } from '../parts/index.ts';
import { Problem } from '../problem/index.ts';

type Verb = 'confirm' | 'refuse' | 'withdraw';

interface DecisionProps {
  readonly id: string;
  /** Whether the person who sees it has proposed it. */
  readonly isOwn: boolean;
  readonly verbs: Readonly<Record<Verb, (id: string) => Promise<unknown>>>;
  readonly texts: Readonly<
    Record<Verb | 'own' | 'askRefuse' | 'confirmRefuse' | 'askWithdraw' | 'confirmWithdraw', string>
  > & {
    /** The message that the person reads afterwards. */
    readonly done: Readonly<Record<Verb, string>>;
  };
}

/** Its proposer withdraws a proposal; somebody else confirms or refuses it. */
export function Decision({ id, isOwn, verbs, texts }: DecisionProps) {
  const client = useQueryClient();
  const decide = useMutation({
    mutationFn: (verb: Verb) => verbs[verb](id),
    onSuccess: (_answer, verb) => say({ text: texts.done[verb] }),
    // What is confirmed changes other screens, too.
    onSettled: () => client.invalidateQueries(),
  });
  const isPending = (verb: Verb): boolean => decide.isPending && decide.variables === verb;
  return (
    <Stack gap="sm">
      {decide.error !== null && <Problem error={decide.error} />}
      {isOwn && <Note>{texts.own}</Note>}
      <Group gap="sm">
        {isOwn ? (
          <AskFirst
            label={texts.withdraw}
            question={texts.askWithdraw}
            confirm={texts.confirmWithdraw}
            isPending={isPending('withdraw')}
            onConfirm={() => decide.mutate('withdraw')}
          />
        ) : (
          <>
            <Button loading={isPending('confirm')} onClick={() => decide.mutate('confirm')}>
              {texts.confirm}
            </Button>
            <AskFirst
              label={texts.refuse}
              question={texts.askRefuse}
              confirm={texts.confirmRefuse}
              isPending={isPending('refuse')}
              onConfirm={() => decide.mutate('refuse')}
            />
          </>
        )}
      </Group>
    </Stack>
  );
}
