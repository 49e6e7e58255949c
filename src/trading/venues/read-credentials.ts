import { readFile } from 'node:fs/promises';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';

const VenueCredentials = Type.Object({
  key: Type.String({ minLength: 1 }),
  secret: Type.String({ minLength: 1 }),
  /** Some exchanges ask for a third word. */
  password: Type.Optional(Type.String({ minLength: 1 })),
});

export type VenueCredentials = Static<typeof VenueCredentials>;

const credentials = Compile(VenueCredentials);

/** Fetches the credentials of a venue from where the configuration says they are. No message contains them. */
export async function readCredentials(
  source: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<VenueCredentials> {
  const [kind, ...rest] = source.split(':');
  const place = rest.join(':');
  const found = kind === 'env' ? fromEnvironment(place, env) : await fromFile(place);
  if (credentials.Check(found)) return found;
  throw new Error(
    kind === 'env'
      ? `The environment must give ${place}_KEY and ${place}_SECRET.`
      : `${place} must hold a JSON object with the texts key and secret, and password where the venue wants one.`,
  );
}

function fromEnvironment(name: string, env: Readonly<Record<string, string | undefined>>): unknown {
  const password = env[`${name}_PASSWORD`];
  return { key: env[`${name}_KEY`], secret: env[`${name}_SECRET`], ...(password && { password }) };
}

async function fromFile(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${path} with the credentials of a venue cannot be read (${code}).`, { cause: error });
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
