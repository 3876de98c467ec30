import { expect } from '@playwright/test'
import { browserOptions, command, type Driver } from './driver.ts'
import { findInPage, type Role } from './find-in-page.ts'

const keys = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowDown: '\uE015',
  Delete: '\uE017',
} as const
const keyOf = (name: string) => keys[name as keyof typeof keys] ?? name

/** The one way in which WebDriver names an element. */
type Element = { 'element-6066-11e4-a52e-4f735466cecf': string }
const idOf = (element: Element) => element['element-6066-11e4-a52e-4f735466cecf']

/** A window of WebKit with storage of its own, used as a person does. */
export class Browser {
  private readonly session: string
  private readonly home: string
  private readonly zoom: number

  private constructor(session: string, home: string, zoom: number) {
    this.session = session
    this.home = home
    this.zoom = zoom
  }

  static async open(driver: Driver, home: string): Promise<Browser> {
    const capabilities = { alwaysMatch: browserOptions }
    const opened = await command<{ sessionId: string }>(
      'POST',
      `${driver.url}/session`,
      { capabilities },
      AbortSignal.timeout(60_000),
    )
    const browser = new Browser(`${driver.url}/session/${opened.sessionId}`, home, driver.zoom)
    await browser.resize(1280, 900)
    return browser
  }

  close() {
    return command('DELETE', this.session)
  }

  private post<T = unknown>(path: string, body = {}) {
    return command<T>('POST', this.session + path, body)
  }

  resize(width: number, height: number) {
    return this.post('/window/rect', { x: 0, y: 0, width: width * this.zoom, height: height * this.zoom })
  }

  /** A window with its bar of tools is 447 px wide at least. One that a page opens has no bar, and is used from now on. */
  async becomePhone(width: number, height: number) {
    await this.goto('/readyz')
    const first = await command<string>('GET', `${this.session}/window`)
    await this.run(() => {
      const opener = document.createElement('button')
      opener.textContent = 'Abrir'
      opener.addEventListener('click', () => void window.open('/', 'phone', 'popup,width=320,height=640'))
      document.body.append(opener)
    })
    const opened = async () => {
      await this.click('button', 'Abrir')
      const handles = await command<string[]>('GET', `${this.session}/window/handles`)
      return handles.find((handle) => handle !== first)
    }
    let phone: string | undefined
    await expect.poll(async () => (phone = await opened())).toBeDefined()
    await this.post('/window', { handle: phone })
    await this.resize(width, height)
    await expect.poll(() => this.run(() => innerWidth)).toBe(width)
  }

  async goto(address: string) {
    await this.post('/url', { url: new URL(address, this.home).href })
  }

  async reload() {
    await this.post('/refresh')
  }

  /** A second window of the same person. */
  async openWindow(): Promise<{ use: () => Promise<unknown>; back: () => Promise<unknown> }> {
    const first = await command<string>('GET', `${this.session}/window`)
    const { handle } = await this.post<{ handle: string }>('/window/new', { type: 'window' })
    const to = (window: string) => () => this.post('/window', { handle: window })
    return { use: to(handle), back: to(first) }
  }

  /** Runs a function in the page; what it needs comes with it. */
  async run<A extends unknown[], R>(what: (...given: A) => R, ...args: A): Promise<Awaited<R>> {
    const script = `const [done, ...given] = [...arguments].reverse()
      Promise.resolve((${what.toString()})(...given.reverse()))
        .then((value) => done({ value }), (error) => done({ error: String(error) }))`
    type Outcome = { value: Awaited<R>; error?: string }
    const { value, error } = await this.post<Outcome>('/execute/async', { script, args })
    if (error) throw new Error(error)
    return value
  }

  /** The first that is shown of that role and name, once there is one; `toPress`: and it can be pressed. */
  async find(
    role: Role,
    name: string | RegExp | null = null,
    within: string | null = null,
    toPress = false,
  ): Promise<string> {
    const pattern = name instanceof RegExp ? name.source : null
    const plain = name instanceof RegExp ? null : name
    let found: Element | null = null
    await expect
      .poll(
        async () => {
          found = (await this.run(findInPage, role, plain, pattern, within, toPress)) as Element | null
          return Boolean(found) // undefined where the page was just left
        },
        `${role} ${name ?? ''}`,
      )
      .toBe(true)
    return idOf(found!)
  }

  async click(role: Role, name?: string | RegExp, within?: string) {
    await this.post(`/element/${await this.find(role, name, within, true)}/click`)
  }

  /** As a person does: what is typed takes the place of what stood there. The driver's own clearing is no input to React. */
  async fill(name: string | RegExp, text: string, within?: string) {
    await this.post(`/element/${await this.find('textbox', name, within, true)}/click`)
    await this.press('Control+a')
    await this.type(text)
    const written = () => this.run(() => (document.activeElement as HTMLInputElement | null)?.value)
    await expect.poll(written).toBe(text)
  }

  /** Types to whatever has the focus. */
  type(text: string) {
    return this.send(Array.from(text).flatMap((value) => [down(value), up(value)]))
  }

  /** `Enter`, `Control+Shift+z` */
  press(combination: string) {
    const held = combination.split('+').map(keyOf)
    return this.send([...held.map(down), ...held.toReversed().map(up)])
  }

  private send(actions: object[]) {
    return this.post('/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }

  /** What a person reads there; empty while there is nothing. */
  text(selector = 'main') {
    return this.run(
      (at) => (document.querySelector(at) as HTMLElement | null)?.innerText.trim() ?? '',
      selector,
    )
  }

  path() {
    return this.run(() => location.pathname)
  }

  /** The name of the focused element, else empty. */
  focused() {
    return this.run(() => {
      const focus = document.activeElement
      if (!focus || focus === document.body) return ''
      const label = 'labels' in focus ? (focus.labels as NodeListOf<HTMLElement> | null)?.[0] : undefined
      return focus.getAttribute('aria-label') ?? (label ?? focus).textContent?.trim() ?? ''
    })
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(await command<string>('GET', `${this.session}/screenshot`), 'base64')
  }
}

const down = (value: string) => ({ type: 'keyDown', value })
const up = (value: string) => ({ type: 'keyUp', value })
