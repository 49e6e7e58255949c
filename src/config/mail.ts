import { Type, type Static } from 'typebox';
import { noFieldErrors, type FieldErrors } from '../kernel/index.ts';

export const MAIL = Type.Object(
  {
    host: Type.String({
      default: '',
      maxLength: 255,
      description:
        'Name or address of the SMTP server that sends messages to people. Empty: no mail is sent.',
    }),
    port: Type.Integer({ default: 587, minimum: 1, maximum: 65535, description: 'Its port.' }),
    security: Type.Enum(['starttls', 'tls', 'none'], {
      default: 'starttls',
      description:
        'starttls: the connection must be encrypted before anything is sent (port 587); tls: it is from its start (port 465); none: clear text, only for a server on the same machine.',
    }),
    user: Type.String({ default: '', maxLength: 255, description: 'User of the server. Empty: no sign-in.' }),
    password: Type.String({
      default: '',
      maxLength: 1024,
      description: 'Password of that user.',
      'x-secret': true,
    }),
    from: Type.String({
      default: '',
      maxLength: 320,
      description: 'Sender, such as `Quaestor <quaestor@example.com>`. Required for mail.',
    }),
    detail: Type.Enum(['full', 'short', 'bare'], {
      default: 'short',
      description:
        'What messages say. full: also amounts, names and addresses; short: what it is about, without these; bare: only that there is something, and where.',
    }),
  },
  { additionalProperties: false },
);

const ADDRESS = /^([^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

export function mailFaults({ host, user, password, from }: Static<typeof MAIL>): FieldErrors {
  const errors = noFieldErrors();
  if (host !== '' && !ADDRESS.test(from)) {
    errors['mail.from'] = ['must be an address such as quaestor@example.com where mail.host is given'];
  }
  if ((user === '') !== (password === '')) {
    errors['mail.password'] = ['and mail.user must be given together'];
  }
  return errors;
}
