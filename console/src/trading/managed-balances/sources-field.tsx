import type { Venue } from '@quaestor/sdk';
import { Button, Group, SegmentedControl, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '../../shared/icons/index.ts';
import { Tool } from '../policies/tool.tsx';
import { sharedNetworks } from '../transfers/shared-networks.ts';
import { newSource, type Draft } from './draft.ts';
import { texts } from './form-texts.ts';

const MAX_SOURCES = 10;
const KINDS = (['TRANSFER', 'CONVERSION'] as const).map((value) => ({ value, label: texts.kinds[value] }));

interface SourcesFieldProps {
  readonly form: UseFormReturnType<Draft>;
  readonly venues: readonly Venue[];
}

/** Where what is missing comes from, in their order. */
export function SourcesField({ form, venues }: SourcesFieldProps) {
  const { sources } = form.values;
  return (
    <Stack gap="md" component="section" aria-label={texts.sources}>
      <div>
        <Text fw={600} size="sm">
          {texts.sources}
        </Text>
        <Text size="sm" c="dimmed">
          {sources.length === 0 ? texts.noSources : texts.aboutSources}
        </Text>
      </div>
      {sources.map(({ key }, index) => (
        <SourceField key={key} form={form} venues={venues} index={index} />
      ))}
      <div>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={16} />}
          disabled={sources.length >= MAX_SOURCES}
          onClick={() => form.insertListItem('sources', newSource())}
        >
          {texts.add}
        </Button>
      </div>
    </Stack>
  );
}

function SourceField({ form, venues, index }: SourcesFieldProps & { readonly index: number }) {
  const { venue, asset, sources } = form.values;
  const source = sources[index];
  const here = venues.find(({ code }) => code === venue);
  const there = venues.find(({ code }) => code === source?.venue);
  const of = (name: string) => form.getInputProps(`sources.${index}.${name}`);
  const number = index + 1;
  const move = (to: number) => form.reorderListItem('sources', { from: index, to });
  const shared = venues.filter((one) => one.code !== venue && sharedNetworks(one, here, asset).length > 0);
  return (
    <Stack gap="xs" role="group" aria-label={texts.source(number)}>
      <Group justify="space-between" gap="xs">
        <SegmentedControl size="xs" aria-label={texts.kind(number)} data={KINDS} {...of('kind')} />
        <Group gap={2} wrap="nowrap">
          <Tool label={texts.up(number)} disabled={index === 0} onClick={() => move(index - 1)}>
            <IconArrowUp size={16} />
          </Tool>
          <Tool
            label={texts.down(number)}
            disabled={number === sources.length}
            onClick={() => move(index + 1)}
          >
            <IconArrowDown size={16} />
          </Tool>
          <Tool label={texts.remove(number)} onClick={() => form.removeListItem('sources', index)}>
            <IconTrash size={16} />
          </Tool>
        </Group>
      </Group>
      <SimpleGrid cols={2}>
        {source?.kind === 'CONVERSION' ? (
          <>
            <Select
              label={texts.other}
              required
              searchable
              disabled={asset === null}
              data={(here?.assets ?? []).map(({ code }) => code).filter((code) => code !== asset)}
              {...of('asset')}
            />
            <TextInput
              label={texts.slippage}
              required
              inputMode="numeric"
              rightSection={
                <Text size="sm" c="dimmed">
                  {texts.bps}
                </Text>
              }
              rightSectionWidth={48}
              styles={{ input: { textAlign: 'right' } }}
              {...of('slippage')}
            />
          </>
        ) : (
          <>
            <Select
              label={texts.from}
              required
              disabled={asset === null}
              data={shared.map(({ code, name }) => ({ value: code, label: name }))}
              nothingFoundMessage={texts.noVenue}
              {...of('venue')}
              onChange={(code: string | null) => {
                form.setFieldValue(`sources.${index}.venue`, code);
                form.setFieldValue(`sources.${index}.network`, '');
              }}
            />
            <Select
              label={texts.network}
              required
              disabled={there === undefined}
              data={sharedNetworks(there, here, asset).map(({ code }) => code)}
              {...of('network')}
              value={source?.network || null}
              onChange={(code: string | null) => form.setFieldValue(`sources.${index}.network`, code ?? '')}
            />
          </>
        )}
      </SimpleGrid>
    </Stack>
  );
}
