import { expect, test } from 'vitest';
import { renderFacts } from './document.ts';

test('docs/facts.md says what the declarations say', async () => {
  await expect(renderFacts(), 'run vitest -u on this file').toMatchFileSnapshot('../../../docs/facts.md');
});
