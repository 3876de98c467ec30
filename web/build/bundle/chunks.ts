import { places } from '../places.ts'

/** Of the bundler's graph: what a module imports, and what it asks for later. */
type Graph = {
  getModuleInfo: (
    id: string,
  ) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null
}

const source = (file: string) => `${places.web}src/${file}`
/** The editor, and where it keeps the letter: they run before React, and without it. */
const editor = source('write/island.ts')
const journal = source('drafts/store.ts')
const database = source('drafts/db.ts')
const write = source('write/write.tsx')
/** Not before the first paint of the pages that need none of it: `/` and /write. */
const queries = source('queries.ts')

/** A module and all that it imports. */
function closureOf(graph: Graph, entry: string): Set<string> {
  const found = new Set([entry])
  for (const id of found)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}

function closuresOf(graph: Graph) {
  const later = (id: string) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []
  const screens = later(source('routes.tsx')).filter((screen) => screen !== write)
  // What they show of the writing page counts like a screen.
  const ofWriting = screens
    .flatMap((screen) => [...closureOf(graph, screen)])
    .filter((id) => id.includes('/my-letters/') || id.includes('/address-book/'))
    .flatMap(later)
    .filter((id) => id !== database)
  const others = [...new Set([...screens, ...ofWriting])]
  return {
    editor: closureOf(graph, editor),
    journal: new Set([...closureOf(graph, journal), ...closureOf(graph, database)]),
    page: closureOf(graph, source('main.tsx')),
    write: closureOf(graph, write),
    others: others.map((screen) => closureOf(graph, screen)),
  }
}

/**
 * The file that a module of ours comes in: `core` what the editor and other screens need, `editor` what it alone needs,
 * `journal` where it keeps the letter, `page` what every screen needs or several do, `data` what of that needs the query library; null: its screen's own. A request costs more than what a screen does not
 * need of a file, and a file that many screens share is there already when the next one is opened.
 */
export function chunkNames() {
  let known: ReturnType<typeof closuresOf> | undefined
  return (id: string, graph: Graph): string | null => {
    if (id.includes('/node_modules/idb/')) return 'journal'
    if (id.includes('/node_modules/')) return id.includes('/@tanstack/') ? 'data' : null
    known ??= closuresOf(graph)
    const others = known.others.filter((modules) => modules.has(id)).length
    const isEverywhere = known.page.has(id)
    if (known.editor.has(id) || known.journal.has(id))
      return others || isEverywhere ? 'core' : known.editor.has(id) ? 'editor' : 'journal'
    if (!isEverywhere && others + Number(known.write.has(id)) < 2) return id === queries ? 'data' : null
    return closureOf(graph, id).has(queries) ? 'data' : 'page'
  }
}
