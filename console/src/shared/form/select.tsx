import { Select, type SelectProps } from '@mantine/core';

export default function TextSelect(props: SelectProps) {
  return <Select {...props} />;
}
