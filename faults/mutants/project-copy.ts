import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../nodes/process.ts'
import type { Mutant } from './mutant.ts'

/** Folders that a mutant may change are copied; the rest is linked. */
const copied = ['letter', 'server', 'faults', 'package.json']
const isOurs = (source: string) => !/node_modules|\/dist(\/|$)/.test(source)

/** The product has changed, so the mutant must be rewritten. */
export class ReadsOtherwise extends Error {}

/** A copy of the project in which a mistake can be planted and removed. */
export function copyProject() {
  const dir = mkdtempSync(join(tmpdir(), 'lacre-mutant-'))
  for (const name of copied) cpSync(join(root, name), join(dir, name), { recursive: true, filter: isOurs })
  symlinkSync(join(root, 'web'), join(dir, 'web'))
  symlinkSync(join(root, 'server/node_modules'), join(dir, 'server/node_modules'))
  const modules = join(dir, 'node_modules')
  mkdirSync(join(modules, '@lacre'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')).filter((name) => name !== '@lacre'))
    symlinkSync(join(root, 'node_modules', name), join(modules, name))
  for (const name of ['letter', 'server']) symlinkSync(join(dir, name), join(modules, '@lacre', name))

  return {
    dir,
    /** Plants a mistake; returns its removal. @throws ReadsOtherwise before any change */
    plant({ edits }: Mutant): () => void {
      for (const [file, find] of edits)
        if (!readFileSync(join(dir, file), 'utf8').includes(find))
          throw new ReadsOtherwise(`${file} lost: ${find}`)
      const before = new Map<string, string>()
      for (const [file, find, replace] of edits) {
        const text = readFileSync(join(dir, file), 'utf8')
        if (!before.has(file)) before.set(file, text)
        writeFileSync(
          join(dir, file),
          text.replace(find, () => replace),
        )
      }
      return () => {
        for (const [file, text] of before) writeFileSync(join(dir, file), text)
      }
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}

export type ProjectCopy = ReturnType<typeof copyProject>
