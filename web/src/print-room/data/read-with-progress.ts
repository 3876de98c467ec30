import {
  fileWithProgress,
  type Progress,
  type ProgressLine,
} from '@lacre/letter/print-room/file-with-progress.ts'
import type { Refused } from '../../api.ts'
import type { NamedFile } from './calls.ts'

const newLine = 10

export const isWithProgress = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith(fileWithProgress) ?? false

/**
 * The file that follows the lines which say how far it is, or why it is refused after all.
 * @throws when the connection ended before all of it was there.
 */
export async function readWithProgress(
  response: Response,
  tell: (progress: Progress) => void,
): Promise<NamedFile | Refused> {
  const reader = response.body?.getReader()
  let read: Uint8Array<ArrayBuffer> = new Uint8Array()
  const more = async () => (await reader?.read())?.value

  for (;;) {
    const end = read.indexOf(newLine)
    if (end < 0) {
      const next = await more()
      if (!next) throw new Error('the answer ended')
      read = joined(read, next)
      continue
    }
    const line = JSON.parse(new TextDecoder().decode(read.subarray(0, end))) as ProgressLine
    read = read.subarray(end + 1)
    if ('done' in line) tell(line)
    else if ('status' in line) return { ok: false, ...line }
    else return fileOf(line)
  }

  async function fileOf({
    name,
    bytes,
    stopped,
  }: Extract<ProgressLine, { bytes: number }>): Promise<NamedFile> {
    const parts = [read]
    for (let next = await more(); next; next = await more()) parts.push(next)
    const file = new Blob(parts, { type: 'application/pdf' })
    if (file.size !== bytes) throw new Error('the file is not whole')
    return { file, name, stopped }
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}
