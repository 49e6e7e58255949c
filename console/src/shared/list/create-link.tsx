import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

/** Leads to the form that creates a row of the list. */
export const CreateLink = ({ to, label }: { to: string; label: string }) => (
  <Button component={Link} to={to} leftSection={<IconPlus size={16} />}>
    {label}
  </Button>
);
