import { IconMapOff } from '../../shared/icons/index.ts';
import { TextLink, type Path } from '../../shared/link/index.ts';
import { Empty } from '../../shared/parts/index.ts';

interface NotFoundProps {
  readonly texts: { readonly title: string; readonly text: string; readonly back: string };
  /** The list that has what exists. */
  readonly to: Path;
}

/** What the address names does not exist, or belongs to another partner: both look the same. */
export const NotFound = ({ texts, to }: NotFoundProps) => (
  <Empty
    icon={<IconMapOff size={32} />}
    title={texts.title}
    action={<TextLink to={to}>{texts.back}</TextLink>}
  >
    {texts.text}
  </Empty>
);
