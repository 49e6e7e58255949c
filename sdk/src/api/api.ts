import type { RequestOptions, Sender } from '../transport/index.ts';
import type { Answer, Input, Operations } from './operation.ts';

type Specs = Readonly<Record<string, string>>;

interface CallOptions extends RequestOptions {
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** Calls the operations of a service by their names, with their types. */
export class Api<S extends Specs, O extends Operations<keyof S & string>> {
  readonly #sender: Sender;
  readonly #specs: S;

  constructor(sender: Sender, specs: S) {
    this.#sender = sender;
    this.#specs = specs;
  }

  async call<Id extends keyof S & string>(
    id: Id,
    input: Input<O[Id]>,
    options?: CallOptions,
  ): Promise<Answer<O[Id]>> {
    return (await this.answer(id, input, options)).body;
  }

  /** Returns the headers, too. */
  async answer<Id extends keyof S & string>(id: Id, input: Input<O[Id]>, options?: CallOptions) {
    const { body, headers } = await this.#sender.request(this.#toCall(id, input, options), options);
    return { body: body as Answer<O[Id]>, headers };
  }

  /** Returns the answer before its body is read. The deadline ends there. */
  open<Id extends keyof S & string>(id: Id, input: Input<O[Id]>, options?: CallOptions): Promise<Response> {
    return this.#sender.send(this.#toCall(id, input, options), options, (response) => response);
  }

  /** Opens a file: one of the operation, or one at a link that the service has given. */
  async download<Id extends keyof S & string>(
    from: { readonly id: Id; readonly input: Input<O[Id]> } | { readonly link: string },
    options?: CallOptions,
  ): Promise<ReadableStream<Uint8Array>> {
    const call =
      'link' in from ? { spec: `GET ${from.link} public` } : this.#toCall(from.id, from.input, options);
    const { body } = await this.#sender.send(call, options, (response) => response);
    const stream = (body ?? new Blob([]).stream()) as ReadableStream<Uint8Array>;
    const signal = options?.signal;
    return signal ? stream.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal }) : stream;
  }

  #toCall(id: keyof S & string, input: unknown, options: CallOptions | undefined) {
    return { ...(input as object), spec: this.#specs[id] ?? '', headers: options?.headers };
  }
}
