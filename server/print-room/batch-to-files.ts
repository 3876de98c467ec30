import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Whole or not at all, for its owner only: they hold letters (design.md#letters-are-secret). Answers where they are. */
export async function writeFiles(folder: string, files: Record<string, string | Buffer>): Promise<string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const written: string[] = []
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    await writeWhole(path, join(folder, `.${name}.${process.pid}`), content)
    written.push(path)
  }
  return written
}

async function writeWhole(path: string, draft: string, content: string | Buffer) {
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  } finally {
    await file.close()
  }
}
