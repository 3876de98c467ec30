import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** `user`: one that owns nothing. `privileges`: none are gained. `files`: only the program's own. */
export type IsolationLayer = 'files' | 'privileges' | 'user' | 'network'
/** `command`: what a program is started by, so that these layers isolate it. */
export type Isolation = { layers: IsolationLayer[]; command: string[] }

/** Owns no file and runs nothing else. Many containers have no number above 65,535. */
const stranger = 65_533
const isRoot = process.getuid?.() === 0
const asStranger = [`--reuid=${stranger}`, `--regid=${stranger}`, '--clear-groups', '--bounding-set=-all']
const privileges: Isolation = {
  layers: isRoot ? ['privileges', 'user'] : ['privileges'],
  command: ['setpriv', '--no-new-privs', ...(isRoot ? asStranger : [])],
}
const network: Isolation = {
  layers: ['network'],
  command: ['unshare', ...(isRoot ? [] : ['--user', '--map-current-user']), '--net'],
}

/** The best first. */
const choices: Isolation[] = [
  {
    layers: [...privileges.layers, ...network.layers],
    command: [...network.command, ...privileges.command],
  },
  privileges,
  network,
]
const trialMs = 5000

let found: Isolation | undefined

/**
 * What this system puts around a child, tried once: containers often allow no namespaces, and other systems have no
 * such commands. What is missing is said by `doctor` and stops nothing (docs/security.md).
 */
export function isolationHere(): Isolation {
  found ??= choices.find(({ command }) => canRead(command)) ?? { layers: [], command: [] }
  return { layers: ['files', ...found.layers], command: found.command }
}

/** Another user may not be able to run Node or to read the program at all. */
function canRead([command = '', ...args]: string[]): boolean {
  const read = [process.execPath, '-e', 'fs.readFileSync(process.argv[1])', import.meta.filename]
  const options = { env: {}, stdio: 'ignore', timeout: trialMs } as const
  return spawnSync(command, [...args, ...read], options).status === 0
}

const require = createRequire(import.meta.url)
const own = [dirname(import.meta.dirname), dirname(require.resolve('@lacre/letter/calls.ts'))]
const packages = (require.resolve.paths('a-package') ?? []).filter((folder) => existsSync(folder))
/** Where they really lie: a folder of packages, or one of them, may be a link. */
const linked = packages.flatMap((folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .map(({ name }) => join(folder, name)),
)
const program = [...own, ...[...packages, ...linked].flatMap((path) => [path, realpathSync(path)])]

/** Node's own isolation, the layer 'files': it opens no file but these, writes none, starts no program and no thread. */
export const readingOnly = (folders: string[]): string[] => [
  '--permission',
  '--allow-addons', // the typesetter and the reader of pictures
  ...[...program, ...folders].map((folder) => `--allow-fs-read=${folder}`),
]
