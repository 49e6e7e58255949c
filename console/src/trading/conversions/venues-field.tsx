import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { venuesQuery } from '../venues/queries.ts';
import { texts } from './texts.ts';

const { create: t } = texts;

/** Where a conversion may trade. Few people limit it, so it loads after the form. */
export default function VenuesField(props: MultiSelectProps) {
  const { data: venues = [] } = useQuery(venuesQuery());
  return (
    <MultiSelect
      label={t.venues}
      placeholder={props.value?.length === 0 ? t.allVenues : ''}
      clearable
      data={venues.map(({ code, name }) => ({ value: code, label: name }))}
      {...props}
    />
  );
}
