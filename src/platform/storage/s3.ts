import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { fileHeaders, LINK_LIFETIME_MS, MissingFile, StorageError, type Storage } from './storage.ts';

export interface S3Settings {
  readonly bucket: string;
  /** The URL of an S3-compatible store; empty for Amazon S3. */
  readonly endpoint: string;
  readonly region: string;
  readonly prefix: string;
  /** Empty: from the environment. */
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Puts the bucket into the path instead of the host name. */
  readonly pathStyle: boolean;
}

/** S3 permits 10,000 parts, so a file can have 80 GB. */
const PART_BYTES = 8 * 1024 * 1024;

const CHECK_TIMEOUT_MS = 2_000;

/** The client tries three times, and all of it fits into the time that a write may take. */
const CONNECT_TIMEOUT_MS = 2_000;
/** For how long nothing may arrive before a store counts as lost. */
const SILENCE_TIMEOUT_MS = 8_000;

/** Stores files in a bucket. S3 shows an object only after its upload is complete. */
export function openS3Storage(settings: S3Settings): Storage {
  const { bucket, endpoint, region, prefix, accessKeyId, secretAccessKey, pathStyle } = settings;
  const client = new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint !== '' && { endpoint }),
    ...(accessKeyId !== '' && { credentials: { accessKeyId, secretAccessKey } }),
    // Not all S3-compatible stores support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: SILENCE_TIMEOUT_MS },
  });
  const placeOf = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` });

  return {
    async put(key, content) {
      const parts = inParts(content);
      const first = await parts.next();
      const bytes = first.value ?? Buffer.alloc(0);
      if (bytes.length < PART_BYTES) {
        await toStorageError(client.send(new PutObjectCommand({ ...placeOf(key), Body: bytes })));
      } else {
        await upload(client, placeOf(key), bytes, parts);
      }
    },
    async download(key, path) {
      const { Body } = await toStorageError(
        client.send(new GetObjectCommand(placeOf(key))).catch((error: unknown) => {
          throw (error as Error).name === 'NoSuchKey' ? new MissingFile(key, error) : error;
        }),
      );
      await toStorageError(pipeline(Body as Readable, createWriteStream(path, { flags: 'wx', mode: 0o600 })));
    },
    async *list(wanted) {
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: `${prefix}${wanted}` });
      while (true) {
        const { value: page, done } = await toStorageError(pages.next());
        if (done) return;
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
          yield { key: Key.slice(prefix.length), bytes: Size, writtenAt: LastModified };
        }
      }
    },
    async remove(key) {
      await toStorageError(client.send(new DeleteObjectCommand(placeOf(key))));
    },
    link(key, filename, now) {
      const headers = fileHeaders(filename);
      const command = new GetObjectCommand({
        ...placeOf(key),
        ResponseContentType: headers['content-type'],
        ResponseContentDisposition: headers['content-disposition'],
      });
      return getSignedUrl(client, command, { expiresIn: LINK_LIFETIME_MS / 1000, signingDate: now });
    },
    async check() {
      const command = new GetObjectCommand(placeOf('.readiness'));
      const abortSignal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
      await toStorageError(client.send(command, { abortSignal }).catch(ignoreMissing));
    },
    // A lifecycle rule of the bucket aborts incomplete uploads: here, those of other programs would look the same.
    sweep: async () => {},
    endpoints: [],
  };
}

/** The object need not exist; without the permission to list the bucket, S3 answers AccessDenied instead. */
function ignoreMissing(error: unknown): void {
  const { name } = error as Error;
  if (name !== 'NoSuchKey' && name !== 'AccessDenied') throw error;
}

interface Place {
  readonly Bucket: string;
  readonly Key: string;
}

async function upload(
  client: S3Client,
  place: Place,
  first: Buffer,
  rest: AsyncIterable<Buffer>,
): Promise<void> {
  const { UploadId } = await toStorageError(client.send(new CreateMultipartUploadCommand(place)));
  const parts: { PartNumber: number; ETag: string | undefined }[] = [];
  const add = async (Body: Buffer): Promise<void> => {
    const PartNumber = parts.length + 1;
    const { ETag } = await toStorageError(
      client.send(new UploadPartCommand({ ...place, UploadId, PartNumber, Body })),
    );
    parts.push({ PartNumber, ETag });
  };
  try {
    await add(first);
    for await (const part of rest) await add(part);
    await toStorageError(
      client.send(
        new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts: parts } }),
      ),
    );
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ ...place, UploadId })).catch(() => {});
    throw error;
  }
}

/** Yields parts of equal size, except the last. Reuses one buffer: a part is valid until the next is requested. */
async function* inParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, undefined, undefined> {
  const part = Buffer.allocUnsafe(PART_BYTES);
  let used = 0;
  for await (let block of content) {
    while (used + block.length >= PART_BYTES) {
      const taken = PART_BYTES - used;
      part.set(block.subarray(0, taken), used);
      block = block.subarray(taken);
      used = 0;
      yield part;
    }
    part.set(block, used);
    used += block.length;
  }
  if (used > 0) yield part.subarray(0, used);
  return undefined;
}

async function toStorageError<T>(response: Promise<T>): Promise<T> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof StorageError) throw error;
    const { name, code } = error as NodeJS.ErrnoException;
    const reason = error instanceof S3ServiceException ? name : (code ?? name);
    throw new StorageError(`The storage request failed (${reason}).`, error);
  }
}
