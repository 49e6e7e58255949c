/** The form in which the types of operations are generated. */
interface Operation {
  readonly parameters: { readonly path?: unknown; readonly query?: unknown };
  readonly responses: object;
}

type Json<Message> = Message extends { content: { 'application/json': infer Body } } ? Body : never;
type Success<O extends Operation> = Json<O['responses'][keyof O['responses']]>;

type Loose<T> = { [Name in keyof T]: T[Name] | undefined };

/** Whatever is undefined is not sent. */
export type Query<O extends Operation> = Loose<NonNullable<O['parameters']['query']>>;
type Body<O> = O extends { requestBody: { content: infer Bodies } } ? Bodies[keyof Bodies] : undefined;

/** What the operation answers. */
export type Answer<O extends Operation> = [Success<O>] extends [never] ? void : Success<O>;

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : undefined extends Value
    ? { readonly [name in Name]?: Value }
    : { readonly [name in Name]: Value };

/** What the operation is sent. */
export type Input<O extends Operation> = Part<'path', O['parameters']['path']> &
  Part<'query', Loose<O['parameters']['query']>> &
  Part<'body', Body<O>>;

export type Operations<Id extends string> = { readonly [id in Id]: Operation };
