import { IconPlus } from '../icons/index.ts';
import { ButtonLink, type Path } from '../link/index.ts';

/** Leads to the form that creates a row of the list. */
export const CreateLink = ({ to, label }: { to: Path; label: string }) => (
  <ButtonLink to={to} leftSection={<IconPlus size={16} />}>
    {label}
  </ButtonLink>
);
