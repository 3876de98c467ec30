import { seconds } from '@lacre/letter/duration.ts'
import { S3mini } from 's3mini'
import type { ObjectStore } from './object-store.ts'

/** `endpoint` ends with the bucket's name, in the path. */
export type S3Account = { endpoint: URL; region: string; accessKeyId: string; secretAccessKey: string }

/** Whoever pays waits for it; a sealed letter has a few megabytes at most. */
const longestAnswer = seconds(20)

const unreachable = () => 'unreachable' as const

/** The objects of a bucket, under `letters/`: there may be others in it. */
export function createS3({ endpoint, ...account }: S3Account): ObjectStore {
  const bucket = new S3mini({ ...account, endpoint: endpoint.href, requestAbortTimeout: longestAnswer })
  async function read(name: string): Promise<Buffer | 'missing' | 'unreachable'> {
    const bytes = await bucket.getObjectArrayBuffer(keyOf(name))
    if (bytes) return Buffer.from(bytes)
    // A bucket that is gone answers 404 to each letter, and no letter is lost by it.
    return (await bucket.bucketExists()) ? 'missing' : 'unreachable'
  }
  return {
    put: (name, bytes) =>
      bucket.putObject(keyOf(name), new Uint8Array(bytes)).then(() => 'stored' as const, unreachable),
    get: (name) => read(name).catch(unreachable),
    remove: (name) => bucket.deleteObject(keyOf(name)).then(() => 'removed' as const, unreachable),
  }
}

const keyOf = (name: string) => `letters/${name}`
