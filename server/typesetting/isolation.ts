import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** `user`: owns nothing. `privileges`: none can be gained. `files`: only the program's own. */
export type IsolationLayer = 'files' | 'privileges' | 'user' | 'network'
/** `command`: the prefix that starts a program inside these layers. */
export type Isolation = { layers: IsolationLayer[]; command: string[] }

/** Owns no file and runs nothing else. Many containers have no ids above 65,535. */
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

/** Best first. */
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
 * The isolation available here, tried once: containers often allow no namespaces, and other systems lack the commands.
 * `doctor` reports missing layers; nothing fails (docs/security.md).
 */
export function isolationHere(): Isolation {
  found ??= choices.find(({ command }) => canRead(command)) ?? { layers: [], command: [] }
  return { layers: ['files', ...found.layers], command: found.command }
}

/** Another user may be unable to run Node or read the program. */
function canRead([command = '', ...args]: string[]): boolean {
  const read = [process.execPath, '-e', 'fs.readFileSync(process.argv[1])', import.meta.filename]
  const options = { env: {}, stdio: 'ignore', timeout: trialMs } as const
  return spawnSync(command, [...args, ...read], options).status === 0
}

const require = createRequire(import.meta.url)
const own = [dirname(import.meta.dirname), dirname(require.resolve('@lacre/letter/calls.ts'))]
const packages = (require.resolve.paths('a-package') ?? []).filter((folder) => existsSync(folder))
/** Real paths: a folder of packages, or a package, may be a link. */
const linked = packages.flatMap((folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .map(({ name }) => join(folder, name)),
)
const program = [...own, ...[...packages, ...linked].flatMap((path) => [path, realpathSync(path)])]

/** Node's permission model, the layer 'files': reads only these, writes nothing, starts no process or thread. */
export const readingOnly = (folders: string[]): string[] => [
  '--permission',
  '--allow-addons', // the typesetter and the reader of pictures
  ...[...program, ...folders].map((folder) => `--allow-fs-read=${folder}`),
]
