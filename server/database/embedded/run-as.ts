import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'

/** How to start a program: what comes before it, and as whom. */
export type RunAs = { prefix: string[]; uid?: number; gid?: number }

const namespace = ['unshare', '-U', '--map-user=65534', '--map-group=65534']

/**
 * PostgreSQL refuses root, so root drops to an unprivileged user that can reach the files. Where none can (a
 * project under a 0700 home) it enters a user namespace, in which root's files belong to `nobody`. An existing
 * cluster keeps the owner it has. @throws Error with what to do when nothing works.
 */
export function runAs(base: string, data: string, postgres: string): RunAs {
  if (process.getuid?.() !== 0) return { prefix: [] }
  const owner = existsSync(data) ? statSync(data) : undefined
  if (owner && owner.uid !== 0) return { prefix: [], uid: owner.uid, gid: owner.gid }
  const candidates = owner ? [] : ['postgres', 'nobody']
  for (const name of candidates) {
    const user = systemUser(name)
    if (user && canReach(user, postgres, base)) return { prefix: [], ...user }
  }
  if (spawnSync(namespace[0]!, [...namespace.slice(1), 'true']).status === 0) return { prefix: namespace }
  throw new Error(
    `PostgreSQL does not run as root and no other user can reach ${base}; start as an ordinary user, or set DATABASE_URL`,
  )
}

function systemUser(name: string) {
  const line = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(readFileSync('/etc/passwd', 'utf8'))
  return line ? { uid: Number(line[1]), gid: Number(line[2]) } : undefined
}

function canReach(user: { uid: number; gid: number }, postgres: string, base: string): boolean {
  const test = spawnSync('sh', ['-c', 'test -x "$0" && test -x "$1"', postgres, base], { ...user, cwd: '/' })
  return test.status === 0
}
