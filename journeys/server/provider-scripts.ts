import type { Page, Route } from '@playwright/test'

/**
 * The two providers' scripts as far as their documentation tells what they do, so that the site's policy is tried
 * too: a script that loads another, a frame of their own, a style sheet, a popup that speaks to its opener.
 */
const google = 'https://accounts.google.com/gsi'
const captcha = 'https://www.google.com/recaptcha'
const captchaRelease = 'https://www.gstatic.com/recaptcha/releases/test/recaptcha__es.js'

/** `google.accounts.id`: initialize({ client_id, callback }), renderButton(parent, { text }). */
const googleClient = `(() => {
  const style = document.createElement('link')
  style.rel = 'stylesheet'
  style.href = '${google}/style'
  document.head.append(style)
  let options
  addEventListener('message', ({ origin, data }) => {
    if (origin === 'https://accounts.google.com') options.callback(data)
  })
  const policy = trustedTypes.createPolicy('goog#html', { createHTML: (html) => html })
  globalThis.google = { accounts: { id: {
    initialize: (given) => { options = given },
    renderButton(parent, { text, locale }) {
      const frame = document.createElement('iframe')
      frame.src = '${google}/button?' + new URLSearchParams({ client_id: options.client_id, nonce: options.nonce, text, hl: locale })
      frame.title = 'Botón de Google'
      parent.innerHTML = policy.createHTML('<div role="presentation"></div>')
      frame.style.cssText = 'width:240px;height:40px;border:0'
      parent.append(frame)
    },
    cancel() {}, prompt() {}, disableAutoSelect() {},
  } } }
})()`

const googleButton = `<!doctype html><meta charset="utf-8"><button>Continuar con Google</button><script>
  document.querySelector('button').onclick = () => open('${google}/select', 'choose', 'width=500,height=600')
  onmessage = ({ data }) => parent.postMessage(data, '*')
</script>`

const googleSelect = `<!doctype html><meta charset="utf-8"><title>Elija una cuenta</title><script>
  fetch('${google}/answer').then((answer) => answer.json()).then((answer) => {
    opener.postMessage(answer, '*')
    close()
  })
</script>`

const captchaApi = `(() => {
  const script = document.createElement('script')
  script.src = '${captchaRelease}'
  document.head.append(script)
})()`

/** `grecaptcha`: render(parent, { sitekey, callback, 'expired-callback', 'error-callback' }), reset(id). */
const captchaWidget = `(() => {
  const widgets = []
  trustedTypes.createPolicy('goog#html', { createHTML: (html) => html })
  addEventListener('message', ({ origin, source, data }) => {
    if (origin !== 'https://www.google.com') return
    const widget = widgets.find(({ frame }) => frame.contentWindow === source)
    if (data.answer) widget.options.callback(data.answer)
    else widget.options[data.tells + '-callback']()
  })
  const place = (widget) => {
    widget.frame.src = '${captcha}/api2/anchor?' + new URLSearchParams({ k: widget.options.sitekey, hl: widget.options.hl })
  }
  globalThis.grecaptcha = {
    render(parent, options) {
      const frame = document.createElement('iframe')
      const [width, height] = options.size === 'compact' ? [164, 144] : [304, 78]
      frame.title = 'reCAPTCHA'
      parent.innerHTML = '<div class="grecaptcha-badge"></div>' // a plain string
      frame.style.cssText = 'border:0;width:' + width + 'px;height:' + height + 'px'
      const widget = { frame, options }
      place(widget)
      parent.append(frame)
      return widgets.push(widget) - 1
    },
    reset: (id) => place(widgets[id]),
    getResponse: () => '', execute() {}, ready: (then) => then(),
  }
  globalThis.onloadcallback()
})()`

const captchaAnchor = `<!doctype html><meta charset="utf-8"><button>No soy un robot</button><button>Caducar</button>
<button>Fallar</button><script>
  const [solve, expire, fail] = document.querySelectorAll('button')
  const tell = (what) => parent.postMessage(what, '*')
  solve.onclick = () => { solve.textContent = 'Resuelto'; tell({ answer: 'right-' + crypto.randomUUID() }) }
  expire.onclick = () => { solve.textContent = 'No soy un robot'; tell({ tells: 'expired' }) }
  fail.onclick = () => tell({ tells: 'error' })
</script>`

const script = (body: string) => ({ contentType: 'text/javascript; charset=utf-8', body })
const page = (body: string) => ({ contentType: 'text/html; charset=utf-8', body })

export type GoogleAnswer = { credential?: string; clientId?: string; client_id?: string; select_by?: string }

export type ServedScripts = {
  /** What Google's window answers next. */
  google: GoogleAnswer
  /** Addresses that do not answer, or answer with another script. */
  broken: Map<string, 'silent' | 'unreachable' | { script: string }>
  /** Every request that left for another host than the server's. */
  asked: string[]
}

export const addresses = { google: `${google}/client`, captcha: `${captcha}/api.js`, captchaRelease }

/** Serves both to the page and to the popups it opens; anything else on a foreign host fails. */
export async function serveScripts(to: Page): Promise<ServedScripts> {
  const served: ServedScripts = { google: {}, broken: new Map(), asked: [] }
  const answers: Record<string, () => Parameters<Route['fulfill']>[0]> = {
    [addresses.google]: () => script(googleClient),
    [`${google}/style`]: () => ({ contentType: 'text/css', body: '' }),
    [`${google}/button`]: () => page(googleButton),
    [`${google}/select`]: () => page(googleSelect),
    [`${google}/answer`]: () => ({ json: served.google }),
    [addresses.captcha]: () => script(captchaApi),
    [captchaRelease]: () => script(captchaWidget),
    [`${captcha}/api2/anchor`]: () => page(captchaAnchor),
  }
  await to.context().route(
    (url) => url.hostname !== 'localhost',
    async (route) => {
      const url = new URL(route.request().url())
      const address = url.origin + url.pathname
      served.asked.push(address)
      const instead = served.broken.get(address)
      const answer = answers[address]
      if (instead === 'silent') return
      if (instead === 'unreachable' || !answer) return route.abort()
      await route.fulfill(instead ? script(instead.script) : answer())
    },
  )
  return served
}
