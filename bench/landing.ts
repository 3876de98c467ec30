/**
 * node bench/landing.ts [rounds] [part], after npm run build: how soon pages are there and answer, on slow 4G with a CPU
 * four times slower and nothing kept from before (design/numbers.md#ratios-not-times): `/` against the same content as plain
 * HTML, from paint to every press, `/write` until its first key against a bare contenteditable, and what is sent before a
 * page is alive. `part` is one of them: paint, alive or key.
 */
import { loadavg } from 'node:os'
import { openServer } from '../journeys/server/server.ts'
import { bareEditor, plain, serve } from './pages/floors.ts'
import {
  aliveOf,
  answerOf,
  keyOf,
  openBrowser,
  paintOf,
  visit,
  type Sent,
  type Visit,
} from './pages/slow-visit.ts'
import { figuresInTurns, inMs, ratioOf, type Times } from './turns/in-turns.ts'

const rounds = Number(process.argv[2] ?? 20)
const wanted = process.argv[3]
const warmUps = 2
const load = () => loadavg()[0]!.toFixed(1)
const began = load()

const server = await openServer()
const html = await (await fetch(server.url, { headers: { accept: 'text/html' } })).text()
const floor = await serve({ '/': plain(html), '/write': bareEditor })
const browser = await openBrowser()
const at = (address: string, then: (visit: Visit) => Promise<number>) => () => visit(browser, address, then)
const against = (times: Times, base: Times) => `${ratioOf(times, base)}; ${inMs(times)} against ${inMs(base)}`

/** Pages with a control that answers only when they are alive: it is pressed at the first paint. */
const withCode = ['/login', '/register']

const parts = {
  async paint() {
    const times = await figuresInTurns(
      {
        plain: at(`${floor.url}/`, paintOf),
        page: at(server.url, paintOf),
        again: at(`${floor.url}/`, paintOf),
      },
      rounds,
      warmUps,
    )
    console.log(`/ painted, against plain HTML: ${against(times.page, times.plain)}`)
    console.log(`  plain HTML against itself: ${ratioOf(times.again, times.plain)}`)
  },

  async alive() {
    const sent: Record<string, Sent & { fonts: number }> = {}
    const answerAfterPaint = async (visit: Visit) => {
      const { pathname } = new URL(visit.page.url())
      const pressed = withCode.includes(pathname)
      const answered = pressed && answerOf(visit, 'Continuar con un código', 'Enviarme un código')
      const [paint, alive] = await Promise.all([paintOf(visit), aliveOf(visit)])
      sent[pathname] = { ...visit.sent, fonts: visit.fonts() }
      return ((await answered) || alive) - paint
    }
    const sides = ['/', '/login', '/register', '/write'].map(
      (path) => [path, at(server.url + path, answerAfterPaint)] as const,
    )
    const times = await figuresInTurns(Object.fromEntries(sides), rounds, warmUps)
    for (const [path, { requests, scripts, fonts, bytes }] of Object.entries(sent)) {
      console.log(`${path}: a press is answered ${inMs(times[path]!)} after its paint`)
      console.log(
        `${path} before it is alive: ${requests} requests, ${scripts} of them scripts, ${fonts} fonts; ${(bytes / 1000).toFixed(0)} kB`,
      )
    }
  },

  async key() {
    const times = await figuresInTurns(
      {
        bare: at(`${floor.url}/write`, keyOf),
        page: at(`${server.url}/write`, keyOf),
        again: at(`${floor.url}/write`, keyOf),
      },
      rounds,
      warmUps,
    )
    console.log(`/write, first key painted, against contenteditable: ${against(times.page, times.bare)}`)
    console.log(`  contenteditable against itself: ${ratioOf(times.again, times.bare)}`)
  },
}

try {
  for (const [name, measure] of Object.entries(parts)) if (!wanted || wanted === name) await measure()
  console.log(`${rounds} rounds; load ${began} at the beginning, ${load()} at the end`)
} finally {
  await browser.close()
  floor.close()
  await server.close()
}
