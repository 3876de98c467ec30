import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '../../web/build/free-port.ts'

const root = join(import.meta.dirname, '..', '..')

/** The sources in a folder of their own, below one that leads to the installed packages. */
function copySources(): { parent: string; copy: string } {
  const parent = mkdtempSync(join(tmpdir(), 'lacre-dev-'))
  const copy = join(parent, 'copy')
  symlinkSync(join(root, 'node_modules'), join(parent, 'node_modules'))
  for (const part of ['package.json', 'tsconfig.base.json', 'letter', 'server', 'web'])
    cpSync(join(root, part), join(copy, part), {
      recursive: true,
      filter: (path) => !path.endsWith('node_modules'),
    })
  const packages = join(root, 'server', 'node_modules')
  if (existsSync(packages)) symlinkSync(packages, join(copy, 'server', 'node_modules'))
  return { parent, copy }
}

async function stop(program: ChildProcess) {
  const gone = once(program, 'exit')
  program.kill('SIGINT')
  return (await gone) as [code: number | null]
}

test('npm run dev: what is changed in a page and in the server is seen, and it leaves nothing running', async ({
  page,
}) => {
  const { parent, copy } = copySources()
  const change = (file: string, before: string, after: string) => {
    const source = readFileSync(join(copy, file), 'utf8')
    expect(source).toContain(before)
    writeFileSync(join(copy, file), source.replace(before, after))
  }
  const dataDir = join(parent, 'data')
  const port = await freePort()
  const url = `http://localhost:${port}`
  const program = spawn(process.execPath, ['web/build/dev.ts'], {
    cwd: copy,
    env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await expect(async () => expect((await fetch(`${url}/readyz`)).ok).toBe(true)).toPass({ timeout: 60_000 })
    const listens = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'))
    await page.goto(url)
    await listens
    await expect(page.getByRole('heading', { level: 1 })).toContainText('fácil y rápida')

    change('web/src/landing/landing.tsx', 'fácil y rápida', 'fácil y veloz')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('fácil y veloz')

    const summary = async () => JSON.stringify(await (await fetch(`${url}/openapi.json`)).json())
    expect(await summary()).toContain('Qué proveedores usa este servidor')
    const seen = page.waitForEvent('load')
    change('server/http/pages.ts', 'Qué proveedores usa este servidor', 'Quién cobra y quién imprime')
    await seen
    // Vite loads the page anew for reasons of its own, too.
    await expect(async () => expect(await summary()).toContain('Quién cobra y quién imprime')).toPass()

    expect(await stop(program)).toEqual([0, null])
    expect(existsSync(join(dataDir, 'postgres', 'pg18', 'postmaster.pid'))).toBe(false)
    await expect(fetch(url)).rejects.toThrow()
  } finally {
    if (program.exitCode === null) await stop(program)
    rmSync(parent, { recursive: true, force: true })
  }
})
