import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const USER_PRESENT_AND_VERIFIED = 0x05;
const WITH_CREDENTIAL = 0x40;

/** CBOR of byte strings of 24 bytes to 64 KiB, in the shortest form. */
const bytes = (data: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(data.length < 256 ? [0x58, data.length] : [0x59, data.length >> 8, data.length]),
    data,
  ]);
/** CBOR of texts shorter than 24 characters. */
const text = (value: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);

/** An authenticator of WebAuthn, and a browser that can lie about the page it is in. */
export class TestAuthenticator {
  readonly id = randomBytes(16);
  readonly #pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  create({ challenge }: { challenge: string }, crossOrigin = false) {
    const { x = '', y = '' } = this.#pair.publicKey.export({ format: 'jwk' });
    const coordinate = (value: string) => bytes(Buffer.from(value, 'base64url'));
    const key = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      coordinate(x),
      Buffer.from([0x22]),
      coordinate(y),
    ]);
    const length = Buffer.from([0, this.id.length]);
    const data = this.#data(WITH_CREDENTIAL, Buffer.concat([Buffer.alloc(16), length, this.id, key]));
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text('none'),
      text('attStmt'),
      Buffer.from([0xa0]),
      text('authData'),
      bytes(data),
    ]);
    return this.#response({
      clientDataJSON: this.#clientData('webauthn.create', challenge, crossOrigin).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
    });
  }

  get({ challenge }: { challenge: string }, crossOrigin = false) {
    const clientData = this.#clientData('webauthn.get', challenge, crossOrigin);
    const data = this.#data(0, Buffer.alloc(0));
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#pair.privateKey);
    return this.#response({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  #data(flags: number, rest: Buffer): Buffer {
    const counter = Buffer.alloc(4);
    const head = Buffer.from([USER_PRESENT_AND_VERIFIED | flags]);
    return Buffer.concat([sha256(new URL(this.#origin).hostname), head, counter, rest]);
  }

  #clientData(type: string, challenge: string, crossOrigin: boolean): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin }));
  }

  #response(response: object) {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }
}
