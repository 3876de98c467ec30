import { createHash, type Hash } from 'node:crypto'
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRef, PDFStream, type PDFObject } from '@cantoo/pdf-lib'

/**
 * A digest of each page with its fonts and pictures. A page copied into another file keeps its digest; one that was
 * typeset again, scaled or changed does not.
 */
export async function pageDigests(pdf: Buffer): Promise<string[]> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false, parseSpeed: Infinity })
  return document.getPages().map(({ node }) => digestOf(node, document))
}

/** Keys that depend on the file, not on the page. */
const ofTheFile = ['/Parent', '/StructParents', '/StructParent', '/Annots', '/Tabs', '/Dests']
const names = new Map(ofTheFile.map((name) => [name, true]))

function digestOf(page: PDFDict, { context }: PDFDocument): string {
  const hash = createHash('sha256')
  const seen = new Map<PDFRef, number>()
  visit(page)
  return hash.digest('hex').slice(0, 32)

  function visit(object: PDFObject | undefined) {
    if (object instanceof PDFRef) {
      const known = seen.get(object)
      if (known !== undefined) return void hash.update(`again ${known} `)
      seen.set(object, seen.size)
      return visit(context.lookup(object))
    }
    if (object instanceof PDFStream) {
      visitDict(object.dict, hash)
      return void hash.update('stream ').update(object.getContents())
    }
    if (object instanceof PDFDict) return visitDict(object, hash)
    if (object instanceof PDFArray) {
      hash.update('[ ')
      for (const one of object.asArray()) visit(one)
      return void hash.update('] ')
    }
    return void hash.update(`${object?.toString() ?? 'null'} `)
  }

  function visitDict(dict: PDFDict, into: Hash) {
    into.update('<< ')
    const entries = dict.entries().map(([key, value]): [string, PDFObject] => [key.asString(), value])
    for (const [key, value] of entries.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
      if (names.has(key) || value === PDFName.of('Page')) continue
      into.update(`${key} `)
      visit(value)
    }
    into.update('>> ')
  }
}
