import { Anchor } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Empty } from '../shared/parts/index.ts';

interface NotFoundProps {
  readonly texts: { readonly title: string; readonly text: string; readonly back: string };
  /** The list that has what exists. */
  readonly to: string;
}

/** What the address names does not exist, or belongs to another partner: both look the same. */
export const NotFound = ({ texts, to }: NotFoundProps) => (
  <Empty
    icon={<IconMapOff size={32} />}
    title={texts.title}
    action={
      <Anchor component={Link} to={to}>
        {texts.back}
      </Anchor>
    }
  >
    {texts.text}
  </Empty>
);
