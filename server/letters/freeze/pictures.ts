import { picturesOf } from '@lacre/letter/content/plain-text.ts'
import type { Content } from '@lacre/letter/content/tree.ts'
import type { FetchPicture } from '../../outside/pictures/picture-fetcher.ts'
import type { NormalPicture, Typesetter } from '../../typesetting/typesetter.ts'
import { bytesOfData } from './data-address.ts'
import { unavailable, type Refusal } from './refusals.ts'

/** Pictures as they will be printed, by the address that stands in the letter. */
export type Pictures = Map<string, NormalPicture>
/** `number` counts the letter's pictures from 1, each address once. */
export type Numbered = { address: string; number: number }

export const mostPictures = 20
// Remote pictures of ten megabytes each: the browser waits 30 seconds, our memory is shared.
const fetchedAtOnce = 4
const readAtOnce = 2

export const isData = ({ address }: Numbered) => /^data:/i.test(address)
export const numbered = (content: Content): Numbered[] =>
  picturesOf(content).map((address, index) => ({ address, number: index + 1 }))

export const hasRemotePictures = (content: Content): boolean => !numbered(content).every(isData)

/** Brings in the pictures that stand elsewhere, so that the letter needs no network (design.md#remote-pictures). */
export async function fetchPictures(
  { fetchPicture, typesetter }: { fetchPicture: FetchPicture; typesetter: Typesetter },
  content: Content,
): Promise<Pictures | Refusal> {
  const pictures = numbered(content)
  if (pictures.length > mostPictures) return tooMany(pictures.length)
  const remote = pictures.filter((picture) => !isData(picture))
  return normaliseEach(remote, fetchedAtOnce, fetchPicture, typesetter)
}

/** The pictures that the letter itself carries. */
export function readPictures(
  { typesetter }: { typesetter: Typesetter },
  content: Content,
): Promise<Pictures | Refusal> {
  const bytes = (address: string) => Promise.resolve(bytesOfData(address))
  return normaliseEach(numbered(content).filter(isData), readAtOnce, bytes, typesetter)
}

async function normaliseEach(
  pictures: Numbered[],
  atOnce: number,
  bytesOf: (address: string) => Promise<Buffer | undefined>,
  typesetter: Typesetter,
): Promise<Pictures | Refusal> {
  const ready: Pictures = new Map()
  let refusal: Refusal | undefined
  const ahead = pictures.values()

  async function work() {
    for (const { address, number } of ahead) {
      const bytes = await bytesOf(address)
      if (!bytes) refusal ??= unreachable(number)
      if (!bytes || refusal) return
      const normal = await typesetter.normalise(bytes)
      if ('bytes' in normal) ready.set(address, normal)
      else refusal ??= normal.refused === 'unavailable' ? unavailable : unreadable(number)
      if (refusal) return
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return refusal ?? ready
}

export const tooMany = (count: number): Refusal => ({
  refused: 'letter-too-complex',
  detail: `Su carta lleva ${count} imágenes y el máximo son ${mostPictures}. Quite alguna.`,
})

const unreachable = (number: number): Refusal => ({
  refused: 'picture-unreachable',
  detail: `No hemos podido descargar la imagen n.º ${number} de su carta. Guárdela en su equipo e insértela de nuevo.`,
})

export const unreadable = (number: number): Refusal => ({
  refused: 'picture-unreadable',
  detail: `No se puede imprimir la imagen n.º ${number} de su carta: está dañada o no es PNG ni JPEG. Cámbiela por otra.`,
})
