import type { Loss } from '@lacre/letter/content/reading/reader.ts'
import type { PictureRefusal } from './scale.worker.ts'

const list = new Intl.ListFormat('es', { type: 'conjunction' })

const whys = {
  'not-a-picture': (files, areMany) =>
    `Solo se pueden añadir imágenes PNG o JPEG. ${files} no se ${areMany ? 'han' : 'ha'} incluido en la carta.`,
  heic: (files, areMany) =>
    `${files}: este navegador no sabe leer fotos HEIC. ${areMany ? 'Guárdelas' : 'Guárdela'} como JPEG, o añádal${areMany ? 'as' : 'a'} desde el teléfono, que lo hace solo.`,
  broken: (files, areMany) =>
    `No hemos podido leer ${files}: ${areMany ? 'están incompletas o dañadas. Pruebe a guardarlas' : 'está incompleta o dañada. Pruebe a guardarla'} de nuevo como PNG o JPEG.`,
} satisfies Record<PictureRefusal, (files: string, areMany: boolean) => string>

/** One sentence for each reason, with the names of its files. */
export function refusalWords(refused: { name: string; why: PictureRefusal }[]): string {
  const reasons = Object.keys(whys) as PictureRefusal[]
  const sentences = reasons.flatMap((reason) => {
    const names = refused.filter(({ why }) => why === reason).map(({ name }) => `«${name}»`)
    return names.length ? [whys[reason](list.format(names), names.length > 1)] : []
  })
  return sentences.join(' ')
}

const lost: Record<Loss, string> = {
  table: 'la tabla ha quedado en líneas',
  revision: 'los comentarios y lo borrado no han pasado',
  reference: 'las llamadas a notas de la página no han pasado',
  drawing: 'falta algún dibujo, fórmula o vídeo',
  picture: 'falta alguna imagen, que no se puede traer (cópiela sola o use Añadir foto)',
}
/** What a letter could not take of what was pasted. */
export const lossWords = (losses: Set<Loss>): string =>
  `De lo que ha pegado, ${list.format((Object.keys(lost) as Loss[]).filter((loss) => losses.has(loss)).map((loss) => lost[loss]))}.`
