import { expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
const database = await createTestDatabase();
test('the template is migrated', async () => {
  expect(await database.sql`select * from migration`).toBeDefined();
});
