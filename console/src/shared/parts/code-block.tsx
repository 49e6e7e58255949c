import { Code } from '@mantine/core';

/** Text of programs. Long lines go on below, so that nothing scrolls sideways. */
export const CodeBlock = ({ children }: { children: string }) => (
  <Code block bg="var(--quaestor-surface)" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
    {children}
  </Code>
);
