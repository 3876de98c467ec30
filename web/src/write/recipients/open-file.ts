import readWorkbook from 'read-excel-file/universal'
import { checkRecipient } from '@lacre/letter/address/address.ts'
import { decodeText } from './decode-text.ts'
import type { Reading } from './columns.ts'
import { readCells, readList } from './read-rows.ts'

const refused = {
  old: 'Es un libro de Excel antiguo o con contraseña, que aquí no se puede leer. Ábralo y guárdelo como «Libro de Excel (.xlsx)», sin contraseña, o como CSV.',
  workbook:
    'No se ha podido leer este libro. Ábralo en su hoja de cálculo y guárdelo como «Libro de Excel (.xlsx)» o como CSV.',
  document:
    'Este archivo es un documento, no una lista. Ábralo, copie sus direcciones y péguelas aquí, o guárdelas en una hoja de cálculo.',
  other:
    'Este archivo no es una lista: elija un CSV, un libro de Excel (.xlsx) o los contactos (.vcf) de su agenda.',
}

/** PDF, RTF, .doc, .docx, LibreOffice. */
const document = /^(?:%PDF|\{\\rtf)|^\xd0\xcf[^]*W\0o\0r\0d\0D|^PK[^]*(?:word\/document|opendocument\.text)/
/** Binary files such as pictures, JSON, Thunderbird's LDIF, HTML. */
// oxlint-disable-next-line no-control-regex -- no text has them
const noList = /[\0-\x08\x0e-\x1a]|^\s*\[?\s*\{|^(?:version: 1\s+)?dn: |^\s*<(?:!doctype|html|\?xml)/i

/** Opens a list by its bytes, not its name; the likeliest reading first. */
export async function openFile(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ readings: Reading[] } | { refused: string }> {
  if (document.test(new TextDecoder('latin1').decode(bytes))) return { refused: refused.document }
  const begins = (signs: number[]) => signs.every((one, at) => bytes[at] === one)
  if (begins([0xd0, 0xcf, 0x11, 0xe0])) return { refused: refused.old }
  if (begins([0x50, 0x4b, 3, 4])) return openWorkbook(bytes)
  const texts = decodeText(bytes)
  if (noList.test(texts[0] ?? '')) return { refused: refused.other }
  return { readings: [...new Set(texts)].map(readList) }
}

async function openWorkbook(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ readings: Reading[] } | { refused: string }> {
  try {
    const sheets = (await readWorkbook(new Blob([bytes]))).filter(({ data }) => data.length)
    const read = sheets.map(({ data }, at) => {
      const rows = data.map((row) => row.map(textOf))
      const besides = sheets.toSpliced(at, 1).map(({ sheet }) => `la hoja «${sheet}»`)
      return readCells(rows, besides) ?? readList(rows.map((row) => row.join('\t')).join('\n'))
    })
    const whole = ({ rows }: Reading) => rows.filter(({ address }) => !checkRecipient(address)).length
    const [first] = read.toSorted((one, other) => whole(other) - whole(one))
    return first ? { readings: [first] } : { refused: refused.workbook }
  } catch {
    return { refused: refused.workbook }
  }
}

const textOf = (cell: unknown): string =>
  cell instanceof Date
    ? cell.toLocaleDateString('es')
    : typeof cell === 'boolean'
      ? cell
        ? 'Sí'
        : 'No'
      : typeof cell === 'string' || typeof cell === 'number'
        ? String(cell)
        : ''
