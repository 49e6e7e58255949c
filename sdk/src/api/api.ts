import type { ChangeOptions, Sender, Spec } from '../transport/index.ts';
import type { Answer, Input, Operations } from './operation.ts';

interface CallOptions extends ChangeOptions {
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** Calls the operations of a service by their names, with their types. */
export class Api<Id extends string, O extends Operations<Id>> {
  readonly #sender: Sender;
  readonly #specs: Readonly<Record<Id, Spec>>;

  constructor(sender: Sender, specs: Readonly<Record<Id, Spec>>) {
    this.#sender = sender;
    this.#specs = specs;
  }

  async call<Name extends Id>(
    id: Name,
    input: Input<O[Name]>,
    options?: CallOptions,
  ): Promise<Answer<O[Name]>> {
    return (await this.answer(id, input, options)).body;
  }

  /** Returns the headers, too. */
  async answer<Name extends Id>(id: Name, input: Input<O[Name]>, options?: CallOptions) {
    const { body, headers } = await this.#sender.request(this.#toCall(id, input, options), options);
    return { body: body as Answer<O[Name]>, headers };
  }

  /** Returns the answer before its body is read. The deadline ends there. */
  open<Name extends Id>(id: Name, input: Input<O[Name]>, options?: CallOptions): Promise<Response> {
    return this.#sender.send(this.#toCall(id, input, options), options, (response) => response);
  }

  /** Opens a file: one of the operation, or one at a link that the service has given. */
  async download<Name extends Id>(
    from: { readonly id: Name; readonly input: Input<O[Name]> } | { readonly link: string },
    options?: CallOptions,
  ): Promise<ReadableStream<Uint8Array>> {
    const call =
      'link' in from
        ? { spec: { method: 'GET', path: from.link, isPublic: true } }
        : this.#toCall(from.id, from.input, options);
    const { body } = await this.#sender.send(call, options, (response) => response);
    const stream = (body ?? new Blob([]).stream()) as ReadableStream<Uint8Array>;
    const signal = options?.signal;
    return signal ? stream.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal }) : stream;
  }

  #toCall(id: Id, input: unknown, options: CallOptions | undefined) {
    const headers = { ...options?.headers, 'if-match': options?.ifMatch };
    return { ...(input as object), spec: this.#specs[id], headers };
  }
}
