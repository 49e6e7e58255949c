/** The part of saxen that is used: the package has no types of its own. */
declare module 'saxen' {
  export class Parser {
    on(event: 'openTag', take: (name: string, attributes: () => Record<string, string>) => void): this;
    on(event: 'closeTag', take: (name: string) => void): this;
    on(event: 'text', take: (text: string, decode: (text: string) => string) => void): this;
    on(event: 'cdata' | 'attention', take: (text: string) => void): this;
    on(event: 'error' | 'warn', take: (error: Error) => void): this;
    write(text: string): void;
    end(): void;
  }
}
