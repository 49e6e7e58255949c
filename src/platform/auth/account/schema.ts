import { Type } from 'typebox';
import { Preferences } from './preferences/index.ts';

const Time = Type.String({ format: 'date-time', examples: ['2026-01-31T12:05:00.000Z'] });

const Login = Type.String({ minLength: 1, maxLength: 128, examples: ['ada@example.com'] });
const Password = Type.String({
  minLength: 1,
  maxLength: 1_024,
  examples: ['orbit-lantern-velvet-ninety'],
});
const Code = Type.String({
  minLength: 6,
  maxLength: 32,
  description: 'Of the authenticator app, or a recovery code.',
  examples: ['492039'],
});
/** A recovery code replaces it only at sign-in. */
const CodeOfApp = Type.String({
  pattern: '^[0-9]{6}$',
  'x-form': '6 digits',
  description: 'Of the authenticator app.',
  examples: ['492039'],
});
const Challenge = Type.String({ format: 'uuid', examples: ['01890a5d-ac96-774b-bcce-b302099a8057'] });

/** What a browser gives to and takes from WebAuthn; its members are those of the standard. */
const WebAuthn = Type.Object(
  {},
  { additionalProperties: true, description: 'As the WebAuthn standard defines it.', examples: [{}] },
);
export const PasskeyId = Type.String({
  minLength: 1,
  maxLength: 1_024,
  pattern: '^[A-Za-z0-9_-]*$',
  'x-form': 'base64url',
  examples: ['AQIDBA'],
});
const Assertion = Type.Object(
  { id: PasskeyId },
  { additionalProperties: true, description: 'The JSON of the PublicKeyCredential of the browser.' },
);

export const SignInByPassword = Type.Object(
  { login: Login, password: Password, code: Type.Optional(Code) },
  { title: 'SignInByPassword', additionalProperties: false },
);

export const SignInByPasskey = Type.Object(
  { challenge: Challenge, response: Assertion },
  { title: 'SignInByPasskey', additionalProperties: false },
);

export const PasskeyOptions = Type.Object(
  { challenge: Challenge, publicKey: WebAuthn },
  { title: 'PasskeyOptions' },
);

export const Account = Type.Object(
  {
    login: Login,
    tenant: Type.String({ examples: ['default'] }),
    partnerUid: Type.Union([Type.String(), Type.Null()], { examples: [null] }),
    roles: Type.Array(Type.String(), { examples: [['trading:approver']] }),
    scopes: Type.Array(Type.String(), { examples: [['venues:view', 'approvals:edit']] }),
    session: Type.Object(
      {
        id: Type.String({ examples: ['01890a5d-ac96-774b-bcce-b302099a8057'] }),
        method: Type.String({ examples: ['passkey'] }),
        signedInAt: Time,
        idleUntil: Time,
        endsAt: Time,
      },
      { description: 'The session of this request.' },
    ),
    secondFactors: Type.Object(
      {
        passkeys: Type.Integer({ examples: [1] }),
        app: Type.Boolean({ examples: [false] }),
        recoveryCodes: Type.Integer({ examples: [10] }),
      },
      { description: 'The number of passkeys and unused recovery codes, and whether an app makes codes.' },
    ),
    preferences: Preferences,
  },
  { title: 'Account' },
);

export const PasswordChange = Type.Object(
  { current: Password, new: Password },
  { title: 'PasswordChange', additionalProperties: false },
);

export const PasskeyEntry = Type.Object(
  {
    id: Type.String({ examples: ['AQIDBA'] }),
    name: Type.String({ examples: ['Work laptop'] }),
    createdAt: Time,
    lastUsedAt: Type.Union([Time, Type.Null()]),
  },
  { title: 'Passkey' },
);

export const NewPasskey = Type.Object(
  {
    challenge: Challenge,
    name: Type.String({ minLength: 1, maxLength: 64, examples: ['Work laptop'] }),
    response: Assertion,
  },
  { title: 'NewPasskey', additionalProperties: false },
);

export const AppSecret = Type.Object(
  {
    secret: Type.String({ examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'] }),
    uri: Type.String({
      description: 'For a QR code.',
      examples: ['otpauth://totp/Quaestor:ada?secret=JBSWY3DPEHPK3PXP&issuer=Quaestor'],
    }),
  },
  { title: 'AppSecret' },
);

export const AppCode = Type.Object({ code: CodeOfApp }, { title: 'AppCode', additionalProperties: false });

export const RecoveryCodes = Type.Object(
  {
    recoveryCodes: Type.Array(Type.String(), {
      description: 'Each can be used once in place of a code. They are not shown again.',
      examples: [['abcd-efgh-ijkl-mnop']],
    }),
  },
  { title: 'RecoveryCodes' },
);

export const ProofOptions = Type.Object(
  {
    approves: Type.Object({}, { additionalProperties: true, examples: [{ command: 'withdrawal.vote' }] }),
    publicKey: Type.Union([WebAuthn, Type.Null()], {
      description: 'For a passkey, if the person has one.',
    }),
    app: Type.Boolean({
      description: 'Whether a code of the authenticator app is accepted.',
      examples: [true],
    }),
  },
  { title: 'ProofOptions' },
);

export const Confirmation = Type.Object(
  { response: Type.Optional(Assertion), code: Type.Optional(CodeOfApp) },
  { title: 'Confirmation', additionalProperties: false, examples: [{ code: '123456' }] },
);

export const InvitationToken = Type.Object(
  { token: Type.String({ minLength: 43, maxLength: 43, examples: ['k'.repeat(43)] }) },
  { title: 'InvitationToken', additionalProperties: false },
);

export const InvitationState = Type.Object(
  {
    login: Login,
    roles: Type.Array(Type.String(), { examples: [['trading:approver']] }),
    expiresAt: Time,
  },
  { title: 'Invitation' },
);

export const Acceptance = Type.Object(
  {
    token: InvitationToken.properties.token,
    password: Type.Optional(Password),
    passkey: Type.Optional(NewPasskey),
  },
  { title: 'Acceptance', additionalProperties: false },
);
