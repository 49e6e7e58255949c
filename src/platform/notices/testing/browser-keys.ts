const { subtle } = globalThis.crypto;

const TAG_BITS = 128;
const encode = (text: string) => new TextEncoder().encode(text);

/** A browser that reads messages as RFC 8291 says, by Web Crypto: it shares no code with the sender. */
export async function newBrowser() {
  const pair = await subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  const p256dh = Buffer.from(await subtle.exportKey('raw', pair.publicKey));
  const auth = Buffer.from(globalThis.crypto.getRandomValues(new Uint8Array(16)));

  async function decrypt(body: Buffer): Promise<Buffer> {
    const salt = new Uint8Array(body.subarray(0, 16));
    const sender = new Uint8Array(body.subarray(21, 21 + (body[20] ?? 0)));
    const record = new Uint8Array(body.subarray(21 + sender.length));
    const other = await subtle.importKey('raw', sender, { name: 'ECDH', namedCurve: 'P-256' }, false, []);
    const shared = await subtle.deriveBits({ name: 'ECDH', public: other }, pair.privateKey, 256);
    const input = await derive(shared, auth, Buffer.concat([encode('WebPush: info\0'), p256dh, sender]), 256);
    const rawKey = await derive(input, salt, encode('Content-Encoding: aes128gcm\0'), 128);
    const iv = await derive(input, salt, encode('Content-Encoding: nonce\0'), 96);
    const key = await subtle.importKey('raw', rawKey, 'AES-GCM', false, ['decrypt']);
    const padded = Buffer.from(
      await subtle.decrypt({ name: 'AES-GCM', iv, tagLength: TAG_BITS }, key, record),
    );
    const end = padded.findLastIndex((byte) => byte !== 0);
    if (padded[end] !== 2) throw new Error('It is not the last record.');
    return padded.subarray(0, end);
  }
  return { keys: { p256dh, auth }, decrypt };
}

async function derive(
  secret: ArrayBuffer,
  salt: Uint8Array,
  info: Uint8Array,
  bits: number,
): Promise<ArrayBuffer> {
  const key = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const of = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(salt), info: new Uint8Array(info) };
  return subtle.deriveBits(of, key, bits);
}
