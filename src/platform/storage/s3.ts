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
  /** Of another store than Amazon's; empty for Amazon's. */
  readonly endpoint: string;
  readonly region: string;
  readonly prefix: string;
  /** Empty: as the environment says. */
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Names the bucket in the path and not in the host. */
  readonly pathStyle: boolean;
}

/** At most 10,000 parts make a file: 80 GB. */
const PART_BYTES = 8 * 1024 * 1024;

const CHECK_TIMEOUT_MS = 2_000;

/** Keeps files in a bucket. An object is there only when its upload was completed. */
export function openS3Storage(settings: S3Settings): Storage {
  const { bucket, endpoint, region, prefix, accessKeyId, secretAccessKey, pathStyle } = settings;
  const client = new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint !== '' && { endpoint }),
    ...(accessKeyId !== '' && { credentials: { accessKeyId, secretAccessKey } }),
    // Not all stores that speak the protocol know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const placeOf = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` });

  return {
    async put(key, content) {
      const parts = inParts(content);
      const first = await parts.next();
      const bytes = first.value ?? Buffer.alloc(0);
      if (bytes.length < PART_BYTES) {
        await ask(client.send(new PutObjectCommand({ ...placeOf(key), Body: bytes })));
      } else {
        await upload(client, placeOf(key), bytes, parts);
      }
    },
    async download(key, path) {
      const { Body } = await ask(
        client.send(new GetObjectCommand(placeOf(key))).catch((error: unknown) => {
          throw (error as Error).name === 'NoSuchKey' ? new MissingFile(key, error) : error;
        }),
      );
      await ask(pipeline(Body as Readable, createWriteStream(path, { flags: 'wx', mode: 0o600 })));
    },
    async *list(wanted) {
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: `${prefix}${wanted}` });
      while (true) {
        const { value: page, done } = await ask(pages.next());
        if (done) return;
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
          yield { key: Key.slice(prefix.length), bytes: Size, writtenAt: LastModified };
        }
      }
    },
    async remove(key) {
      await ask(client.send(new DeleteObjectCommand(placeOf(key))));
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
      await ask(client.send(command, { abortSignal }).catch(ignoreMissing));
    },
    // A rule of the bucket ends uploads that were never completed: nobody else can tell those of other programs.
    sweep: async () => {},
    endpoints: [],
  };
}

/** The object need not exist; a key that may not list the bucket is refused it instead. */
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
  const { UploadId } = await ask(client.send(new CreateMultipartUploadCommand(place)));
  const parts: { PartNumber: number; ETag: string | undefined }[] = [];
  const add = async (Body: Buffer): Promise<void> => {
    const PartNumber = parts.length + 1;
    const { ETag } = await ask(client.send(new UploadPartCommand({ ...place, UploadId, PartNumber, Body })));
    parts.push({ PartNumber, ETag });
  };
  try {
    await add(first);
    for await (const part of rest) await add(part);
    await ask(
      client.send(
        new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts: parts } }),
      ),
    );
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ ...place, UploadId })).catch(() => {});
    throw error;
  }
}

/** All parts but the last are equally large, as the protocol wants it. Each is good until the next is asked for. */
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

async function ask<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof StorageError) throw error;
    const { name, code } = error as NodeJS.ErrnoException;
    const reason = error instanceof S3ServiceException ? name : (code ?? name);
    throw new StorageError(`The storage failed or refused the request (${reason}).`, error);
  }
}
