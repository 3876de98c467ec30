import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './process.ts'

export type Version = { root: string; commit: string; remove(): void }

/** Beside the project, so that its packages can be linked. */
const folder = join(root, 'results')

/** What a commit of before holds, with packages of its own; the pages are this version's, since nobody looks at them. */
export function olderVersion(from: string): Version {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, maxBuffer: 2 ** 30 })
  const commit = git('rev-parse', '--short', `${from}^{commit}`).toString().trim()
  mkdirSync(folder, { recursive: true })
  const at = mkdtempSync(join(folder, `${commit}-`))
  const remove = () => rmSync(at, { recursive: true, force: true })
  process.on('exit', remove)
  execFileSync('tar', ['-x', '-C', at], { input: git('archive', commit) })
  link(join('web', 'dist'), at)
  if (packagesOf(at) === packagesOf(root))
    for (const packages of ['node_modules', join('server', 'node_modules')]) link(packages, at)
  else {
    const installed = spawnSync('npm', ['ci', '--omit=dev', '--prefer-offline'], {
      cwd: at,
      encoding: 'utf8',
    })
    if (installed.status !== 0) throw new Error(`npm ci of ${commit} failed: ${installed.stderr}`)
  }
  return { root: at, commit, remove }
}

/** Those that a server needs, by name and version. */
function packagesOf(project: string): string {
  const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; dev?: boolean; link?: boolean }>
  }
  const needed = Object.entries(packages).filter(([name, { dev }]) => name.includes('node_modules/') && !dev)
  return needed.map(([name, { version }]) => `${name} ${version}`).join('\n')
}

function link(path: string, at: string) {
  if (existsSync(join(root, path))) execFileSync('cp', ['-al', join(root, path), join(at, path)])
}
