import type { PreviewProblem } from '@lacre/letter/calls.ts'
import type { Content } from '@lacre/letter/content/tree.ts'
import type { Typesetter } from '../../typesetting/typesetter.ts'
import { bytesOfData } from '../freeze/data-address.ts'
import { isData, mostPictures, numbered, tooMany, unreadable, type Pictures } from '../freeze/pictures.ts'
import { previewProblem } from './preview-problem.ts'

/** Four grey pixels by three: stands where a picture is missing. */
const gap = {
  bytes: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAAAAACRn/EaAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADklEQVQI12O4AQQMcAIAS/8KIdJMZa8AAAAASUVORK5CYII=',
    'base64',
  ),
  name: 'png' as const,
  widthMm: 80,
}

/**
 * The letter's pictures as they will be printed. Those that stand elsewhere are not fetched, for nobody: a call that
 * anyone may make at every key must not make us visit addresses of their choosing. A grey patch stands for them and
 * for broken ones. Undefined when the typesetter is too busy.
 */
export async function previewPictures(
  typesetter: Typesetter,
  content: Content,
): Promise<{ pictures: Pictures; problems: PreviewProblem[] } | undefined> {
  const all = numbered(content)
  const problems: PreviewProblem[] = []
  const pictures: Pictures = new Map()
  if (all.length > mostPictures) problems.push(previewProblem(tooMany(all.length)))

  for (const picture of all) {
    const { address, number } = picture
    pictures.set(address, gap)
    if (number > mostPictures) continue
    if (!isData(picture)) {
      problems.push(remote(number))
      continue
    }
    const normal = await typesetter.normalise(bytesOfData(address))
    if ('bytes' in normal) pictures.set(address, normal)
    else if (normal.refused === 'unavailable') return undefined
    else problems.push(previewProblem(unreadable(number), { picture: number }))
  }
  return { pictures, problems }
}

const remote = (number: number): PreviewProblem => ({
  code: 'picture-remote',
  detail: `La imagen n.º ${number} está en otra página web: aquí se ve solo su hueco y se descargará al enviar la carta. Para verla ya, guárdela en su equipo e insértela de nuevo.`,
  at: 'letter',
  picture: number,
})
