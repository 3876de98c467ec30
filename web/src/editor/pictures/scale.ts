import { trusted } from '../document/trusted.ts'
import type { PictureRefusal, Scaled, Scaling } from './scale.worker.ts'
// oxlint-disable-next-line import/default -- with this query Vite gives the worker's address
import workerAddress from './scale.worker.ts?worker&url'

// 300 dpi over the 16 cm a line of the letter is wide.
const longEdge = 1900
const quality = 0.82
const limitMs = 30_000

let worker: Worker | undefined
let lastId = 0
let before: Promise<unknown> = Promise.resolve()

/**
 * Scales a picture to print resolution, upright and without its EXIF (location). One worker handles one picture after the
 * other, as each takes hundreds of megabytes. A picture that takes longer than 30 s counts as unreadable.
 */
export function scalePicture(file: File): Promise<Scaled> {
  const scaled = before.then(() => scaleNow(file))
  before = scaled
  return scaled
}

function scaleNow(file: File): Promise<Scaled> {
  worker ??= new Worker(trusted.createScriptURL(workerAddress), { type: 'module' })
  const [id, at] = [++lastId, worker]
  return new Promise((done) => {
    const finish = (scaled: Scaled) => {
      clearTimeout(limit)
      at.removeEventListener('message', answer)
      at.removeEventListener('error', fail)
      done(scaled)
    }
    const answer = ({ data }: MessageEvent<{ id: number; scaled: Scaled }>) => {
      if (data.id === id) finish(data.scaled)
    }
    const fail = () => finish({ refused: 'broken' })
    const limit = setTimeout(fail, limitMs)
    at.addEventListener('message', answer)
    at.addEventListener('error', fail)
    at.postMessage({ id, scaling: { file, longEdge, quality } satisfies Scaling }, [])
  })
}

const asDataUrl = (picture: Blob) =>
  new Promise<string>((done, fail) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => done(reader.result as string))
    reader.addEventListener('error', () => fail(reader.error ?? new Error('unreadable blob')))
    reader.readAsDataURL(picture)
  })

/** The scaled picture as a data URL. */
export async function pictureSource(file: File): Promise<{ src: string } | { refused: PictureRefusal }> {
  const scaled = await scalePicture(file)
  return 'picture' in scaled ? { src: await asDataUrl(scaled.picture) } : scaled
}
