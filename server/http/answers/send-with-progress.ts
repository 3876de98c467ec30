import { PassThrough } from 'node:stream'
import { seconds } from '@lacre/letter/days.ts'
import {
  fileWithProgress,
  type LateRefusal,
  type Progress,
  type ProgressLine,
} from '@lacre/letter/print-room/file-with-progress.ts'
import type { FastifyReply } from 'fastify'
import { Failure } from '../failure.ts'
import { ours } from './answer-failures.ts'

/** Said again while nothing changes: proxies end a call after a minute of silence. */
const again = seconds(5)

type File = { name: string; bytes: Buffer; stopped: number }

/**
 * Answers at once, says how far the work is, and then sends its file. `work` hears whether the caller is gone, since whoever
 * is gone has taken nothing.
 */
export function sendWithProgress(
  reply: FastifyReply,
  work: (tell: (progress: Progress) => void, isGone: () => boolean) => Promise<File | undefined>,
): FastifyReply {
  const answer = new PassThrough()
  const write = (line: ProgressLine) => {
    if (!answer.destroyed) answer.write(`${JSON.stringify(line)}\n`)
  }
  let last: Progress = { done: 0, of: 0 }
  const beat = setInterval(() => write(last), again)
  const tell = (progress: Progress) => write((last = progress))

  void work(tell, () => answer.destroyed)
    .then(
      (file) => {
        if (!file) return answer.end()
        const { bytes, ...about } = file
        write({ ...about, bytes: bytes.length })
        return answer.end(bytes)
      },
      (error: unknown) => {
        if (!(error instanceof Failure)) reply.log.error({ err: error }, 'request failed')
        write(refusalOf(error))
        return answer.end()
      },
    )
    .finally(() => clearInterval(beat))
  return reply.type(fileWithProgress).header('x-accel-buffering', 'no').send(answer)
}

const refusalOf = (error: unknown): LateRefusal =>
  error instanceof Failure
    ? { status: error.statusCode, detail: error.detail, ...(error.code && { code: error.code }) }
    : { status: 500, detail: ours }
