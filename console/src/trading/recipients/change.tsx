import type { SavedDestination, Venue } from '@quaestor/sdk';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../shared/change/index.ts';
import { AskFirst, Note } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { toAnswers, toTravelRule, useAnswers, type Answers } from '../../shared/recipients/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { trading } from '../api.ts';
import { faultsOf } from './find-faults.ts';
import { recipientQuery } from './queries.ts';
import { askingOver } from './asking-over.ts';
import RecipientSection from './section.tsx';
import { texts } from './texts.ts';

const { change: t } = texts;

interface ChangeProps {
  readonly destination: SavedDestination;
  readonly venues: readonly Venue[];
}

/** Says anew who receives what is sent to a saved destination, or takes it away. */
export default function ChangeRecipient({ destination, venues }: ChangeProps) {
  const { id, alias, recipient } = destination;
  const [isOpen, setIsOpen] = useState(false);
  const mayRead = useScope('pii:view');
  const known = useQuery({ ...recipientQuery(recipient?.id ?? ''), enabled: mayRead && recipient !== null });
  const remove = useChange(
    'destinations',
    () => trading.destinations.changeRecipient(id, { travelRule: null }),
    () => ({ text: t.removed(alias) }),
  );
  const asking = askingOver(venues, destination.network);
  if (asking.length === 0 && recipient === null) return null;
  const isReady = recipient === null || !mayRead || known.data !== undefined;
  if (isOpen && isReady) {
    return (
      <Form
        destination={destination}
        venues={venues}
        before={known.data?.travelRule ? toAnswers(known.data.travelRule) : {}}
        isHidden={recipient !== null && !mayRead}
        onClose={() => setIsOpen(false)}
      />
    );
  }
  return (
    <Stack gap="xs">
      {remove.error !== null && <Problem error={remove.error} />}
      <Group>
        {asking.length > 0 && (
          <Button variant="default" onClick={() => setIsOpen(true)}>
            {recipient === null ? t.add : t.open}
          </Button>
        )}
        {recipient !== null && (
          <AskFirst
            label={t.remove}
            question={t.askRemove}
            confirm={t.confirmRemove}
            isPending={remove.isPending}
            onConfirm={() => remove.mutate()}
          />
        )}
      </Group>
    </Stack>
  );
}

interface FormProps extends ChangeProps {
  readonly before: Answers;
  /** What is saved may not be read by this person. */
  readonly isHidden: boolean;
  readonly onClose: () => void;
}

function Form({ destination, venues, before, isHidden, onClose }: FormProps) {
  const { id, alias, network, address, tag } = destination;
  const asking = askingOver(venues, network);
  const { answers, change, faults, setFaults } = useAnswers(before);
  const [codes, setCodes] = useState(asking.map(({ code }) => code));
  const chosen = asking.filter(({ code }) => codes.includes(code));
  const save = useChange(
    'destinations',
    async () => {
      const place = { network: network ?? '', address: address ?? '', tag };
      const found = await faultsOf(place, chosen, answers);
      setFaults(found);
      if (Object.keys(found).length > 0) return undefined;
      const changed = await trading.destinations.changeRecipient(id, {
        travelRule: toTravelRule(chosen, answers),
      });
      onClose();
      return changed;
    },
    (changed) => changed && { text: t.saved(alias) },
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
      noValidate
    >
      <Stack gap="md">
        <Note>{isHidden ? `${t.unread} ${t.warning}` : t.warning}</Note>
        <RecipientSection
          asking={asking}
          codes={codes}
          onCodes={setCodes}
          answers={answers}
          onAnswers={change}
          faults={faults}
        />
        {save.error !== null && <Problem error={save.error} />}
        <Group>
          <Button type="submit" loading={save.isPending} disabled={chosen.length === 0}>
            {t.save}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t.cancel}
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          {texts.asked(asking.map(({ name }) => name).join(', '))}
        </Text>
      </Stack>
    </form>
  );
}
