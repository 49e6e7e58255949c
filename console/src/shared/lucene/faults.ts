import { QuaestorError } from '@quaestor/sdk';

export interface Fault {
  /** How many characters precede it. */
  readonly offset: number;
  readonly message: string;
}

/** What the server says is wrong with the filter, and where. The filter is the parameter `q` unless another is named. */
export function faultsOf(error: unknown, field = 'q'): Fault[] {
  if (!(error instanceof QuaestorError) || !('problem' in error)) return [];
  const { offset = 0, offsets } = error.problem;
  return (error.errors[field] ?? []).map((message, index) => ({
    offset: offsets?.[index] ?? offset,
    // The screen says where by itself.
    message: message.replace(/^at character \d+: /, ''),
  }));
}
