import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

const MIN_LENGTH = 12;
const MAX_LENGTH = 256;
/** Of 0 to 4: takes more than 10^8 guesses. */
const MIN_SCORE = 3;
/** Estimating a longer text costs more and says no more. */
const ESTIMATED_LENGTH = 64;

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Loaded on first use: its lists of common passwords take some megabytes. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary });
}

/** What is wrong with a new password: too short, among the common ones, or made from the login. */
export async function passwordFaults(login: string, password: string): Promise<string[]> {
  if (password.length < MIN_LENGTH || password.length > MAX_LENGTH) {
    return [`must have ${MIN_LENGTH} to ${MAX_LENGTH} characters`];
  }
  const estimate = await (estimator ??= load());
  const hints = login.split(/[^a-z0-9]+/i).filter((part) => part.length > 2);
  const { score } = estimate.check(password.slice(0, ESTIMATED_LENGTH), [login, 'quaestor', ...hints]);
  return score >= MIN_SCORE
    ? []
    : ['is easy to guess: it is common, repeats itself or resembles the login. Use several unrelated words'];
}
