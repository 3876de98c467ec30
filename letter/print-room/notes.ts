/** Why an operator decided something: it stays in the record, so it says something. */
export const longestNote = 300
export const leastNote = { length: 3, refusal: 'Escriba en pocas palabras qué ha comprobado o decidido.' }
/** Why letters are taken away as a file for another reason than the usual ones. */
export const leastDownloadNote = {
  length: leastNote.length,
  refusal: 'Escriba en pocas palabras para qué lo descarga.',
}
/** Why a supervisor sends a letter a second time. */
export const leastReason = { length: 10, refusal: 'Explique el motivo con al menos 10 caracteres.' }

/** Said of U+0000, which the database does not keep. */
export const notStorable = 'El texto lleva un carácter que no se puede guardar.'
