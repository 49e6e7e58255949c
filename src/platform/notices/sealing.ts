/** Encrypts with a key that only this installation has. */
export interface Sealing {
  seal(purpose: string, plain: Uint8Array, boundTo: string): Buffer;
  open(purpose: string, sealed: Buffer, boundTo: string): Buffer;
}
