import { Button, Group, Stack, TagsInput, Text, TextInput, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { IconPlus, IconTrash } from '../../shared/icons/index.ts';
import { peopleQuery } from '../../shared/people/index.ts';
import { trading } from '../api.ts';
import { emptyGroup, type Draft } from './draft.ts';
import { texts } from './texts.ts';
import { Tool } from './tool.tsx';

const { editor: words } = texts;

interface GroupsFieldProps {
  readonly form: UseFormReturnType<Draft>;
  readonly groups: Draft['groups'];
}

export function GroupsField({ form, groups }: GroupsFieldProps) {
  const { data: people = [] } = useQuery(peopleQuery(trading));
  return (
    <Stack gap="sm" component="section">
      <div>
        <Title order={3} size="h5">
          {words.groups}
        </Title>
        <Text size="sm" c="dimmed">
          {words.aboutGroups}
        </Text>
      </div>
      {groups.map(({ key, name }, index) => (
        <Group key={key} gap="sm" align="flex-end" wrap="nowrap">
          <TextInput label={words.group} w={140} {...form.getInputProps(`groups.${index}.name`)} />
          <TagsInput
            label={words.members}
            placeholder={words.aboutMembers}
            flex={1}
            miw={0}
            data={people.map(({ login }) => login)}
            {...form.getInputProps(`groups.${index}.people`)}
          />
          <Tool label={words.removeGroup(name)} onClick={() => form.removeListItem('groups', index)}>
            <IconTrash size={16} />
          </Tool>
        </Group>
      ))}
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => form.insertListItem('groups', emptyGroup())}
        >
          {words.addGroup}
        </Button>
      </Group>
    </Stack>
  );
}
