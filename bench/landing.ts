/**
 * node bench/landing.ts [rounds] [part] [checkout], after npm run build: how soon pages are there and answer, on slow 4G with a CPU
 * four times slower and nothing kept from before (design/numbers.md#ratios-not-times): `/` against the same content as plain
 * HTML, from paint to every press, `/write` until its first key against a bare contenteditable, what is sent before a
 * page is alive, and what moves by itself on any page. `part` is one of them: paint, alive, key or shift. With another
 * built checkout, that one takes turns too: what a change has brought.
 */
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { openServer } from '../journeys/server/server.ts'
import { bareEditor, plain, serve } from './pages/floors.ts'
import { signIn } from './pages/sign-in.ts'
import {
  aliveOf,
  answerOf,
  desktop,
  keyOf,
  openBrowser,
  paintOf,
  shiftOf,
  telephone,
  visit,
  type Sent,
  type Visit,
} from './pages/slow-visit.ts'
import { figuresInTurns, inMs, ratioOf, type Times } from './turns/in-turns.ts'

const rounds = Number(process.argv[2] ?? 20)
const wanted = process.argv[3]
const otherCheckout = process.argv[4]
const warmUps = 2
const load = () => loadavg()[0]!.toFixed(1)
const began = load()

const server = await openServer()
const { openServer: openOther } = otherCheckout
  ? ((await import(`${otherCheckout}/journeys/server/server.ts`)) as { openServer: typeof openServer })
  : {}
const before = await openOther?.()
const html = await (await fetch(server.url, { headers: { accept: 'text/html' } })).text()
const floor = await serve({ '/': plain(html), '/write': bareEditor })
const browser = await openBrowser()
const at = (address: string, then: (visit: Visit) => Promise<number>) => () => visit(browser, address, then)
/** The side of the other checkout, where there is one. */
const ofBefore = (path: string, then: (visit: Visit) => Promise<number>) =>
  (before ? { before: at(before.url + path, then) } : {}) as { before: () => Promise<number> }
const against = (times: Times, base: Times) => `${ratioOf(times, base)}; ${inMs(times)} against ${inMs(base)}`

/** Without a session they lead elsewhere; without what a mail's link brings they only say so. */
const wantSession = ['/my-letters', '/address-book', '/profile', '/success']
const wantToken = ['/verify-email', '/reset-password']
const addressOf = (path: string) => (wantToken.includes(path) ? `${path}?token=of-a-mail` : path)

/** Pages with a control that answers only when they are alive: it is pressed at the first paint. */
const withCode = ['/login', '/register']

const parts = {
  async paint() {
    const times = await figuresInTurns(
      {
        plain: at(`${floor.url}/`, paintOf),
        page: at(server.url, paintOf),
        again: at(`${floor.url}/`, paintOf),
        ...ofBefore('/', paintOf),
      },
      rounds,
      warmUps,
    )
    console.log(`/ painted, against plain HTML: ${against(times.page, times.plain)}`)
    if (before) console.log(`  before: ${against(times.before, times.plain)}`)
    console.log(`  plain HTML against itself: ${ratioOf(times.again, times.plain)}`)
  },

  async alive() {
    const sent: Record<string, Sent & { fonts: number }> = {}
    const answerAfterPaint = async (visit: Visit) => {
      const { pathname, origin } = new URL(visit.page.url())
      const pressed = withCode.includes(pathname)
      const answered = pressed && answerOf(visit, 'Continuar con un código', 'Enviarme un código')
      const [paint, alive] = await Promise.all([paintOf(visit), aliveOf(visit)])
      if (server.url === origin) sent[pathname] = { ...visit.sent, fonts: visit.fonts() }
      return ((await answered) || alive) - paint
    }
    const wasBefore = (path: string) => `${path} before`
    const sides = ['/', '/login', '/register', '/write'].flatMap((path) => [
      [path, at(server.url + path, answerAfterPaint)] as const,
      ...(before ? [[wasBefore(path), at(before.url + path, answerAfterPaint)] as const] : []),
    ])
    const times = await figuresInTurns(Object.fromEntries(sides), rounds, warmUps)
    for (const [path] of Object.entries(sent)) {
      const now = times[path]!
      const then = times[wasBefore(path)]
      const ratio = then ? `; ${ratioOf(now, then)} of before, ${inMs(then)}` : ''
      console.log(`${path}: a press is answered ${inMs(now)} after its paint${ratio}`)
    }
    for (const [path, { requests, scripts, fonts, bytes }] of Object.entries(sent))
      console.log(
        `${path} before it is alive: ${requests} requests, ${scripts} of them scripts, ${fonts} fonts; ${(bytes / 1000).toFixed(0)} kB`,
      )
  },

  async key() {
    const times = await figuresInTurns(
      {
        bare: at(`${floor.url}/write`, keyOf),
        page: at(`${server.url}/write`, keyOf),
        again: at(`${floor.url}/write`, keyOf),
        ...ofBefore('/write', keyOf),
      },
      rounds,
      warmUps,
    )
    console.log(`/write, first key painted, against contenteditable: ${against(times.page, times.bare)}`)
    if (before) console.log(`  before: ${against(times.before, times.bare)}`)
    console.log(`  contenteditable against itself: ${ratioOf(times.again, times.bare)}`)
  },

  async shift() {
    const pages = JSON.parse(
      readFileSync(join(import.meta.dirname, '../web/dist/pages.json'), 'utf8'),
    ) as object
    const token = await signIn(server.url)
    for (const path of Object.keys(pages))
      for (const viewport of [telephone, desktop]) {
        const context = await browser.newContext({ viewport, locale: 'es-ES' })
        if (wantSession.includes(path))
          await context.addInitScript((token) => localStorage.setItem('token', token), token)
        // A second time with what the first one left in the browser.
        for (const time of ['first', 'second']) {
          const { shift, moved } = await visit(browser, server.url + addressOf(path), shiftOf, {
            viewport,
            context,
          })
          const what = moved.length ? ` (${[...new Set(moved)].slice(0, 4).join(' · ')})` : ''
          console.log(`${path}, ${viewport.width} px, ${time} visit: moved ${shift.toFixed(4)}${what}`)
        }
        await context.close()
      }
  },
}

try {
  for (const [name, measure] of Object.entries(parts)) if (!wanted || wanted === name) await measure()
  console.log(`${rounds} rounds; load ${began} at the beginning, ${load()} at the end`)
} finally {
  await browser.close()
  floor.close()
  await server.close()
  await before?.close()
}
