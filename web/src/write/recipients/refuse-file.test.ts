import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openFile } from './open-file.ts'

const inUtf8 = (text: string) => new TextEncoder().encode(text)
const workbook = new Uint8Array(readFileSync(new URL('testing/lists/list.xlsx', import.meta.url)))

test.each([
  ['a workbook that is broken', workbook.slice(0, 900), /No se ha podido leer este libro/],
  [
    'a book of LibreOffice or Numbers',
    Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0]),
    /guárdelo como «Libro de Excel/,
  ],
  [
    'a workbook that is old, or has a password',
    Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]),
    /antiguo o con contraseña/,
  ],
  ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]), /no es una lista/],
  ['a PDF', inUtf8('%PDF-1.7\nAna;Calle Sol 1;42001;Soria'), /es un documento, no una lista/],
  ['a letter of Word', inUtf8('PK\x03\x04\x14\0\0\0word/document.xml'), /es un documento, no una lista/],
  [
    'a letter of LibreOffice',
    inUtf8('PK\x03\x04\x14\0\0\0mimetypeapplication/vnd.oasis.opendocument.text'),
    /es un documento, no una lista/,
  ],
  [
    'a letter of an old Word',
    Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, ...inUtf8('W\0o\0r\0d\0D\0o\0c\0')]),
    /es un documento, no una lista/,
  ],
  ['a text of WordPad', inUtf8('{\\rtf1 Ana'), /es un documento, no una lista/],
  [
    'Thunderbird’s LDIF',
    inUtf8('dn: cn=Ana\nobjectclass: top\nmozillaHomeStreet: Calle Sol 1'),
    /no es una lista/,
  ],
  ['JSON', inUtf8('[{"nombre":"Ana","calle":"Sol 1"}]'), /no es una lista/],
  ['a page', inUtf8('<!DOCTYPE html><table><tr><td>Ana'), /no es una lista/],
])('%s is refused with a reason', async (_, bytes, why) => {
  expect(await openFile(bytes)).toEqual({ refused: expect.stringMatching(why) as string })
})
