import type { Page } from '@playwright/test'

/** What the page asked of the card provider's script. */
export type Asked = {
  keys: { key: string; options: unknown }[]
  elements: { clientSecret?: string }[]
  confirmations: { redirect?: string; confirmParams?: { return_url?: string }; hasElements: boolean }[]
}

// As the real one it keeps its card form in a frame of its own and asks its own API: both under the site's policy.
const script = `(() => {
  const asked = (window.askedOfStripe = { keys: [], elements: [], confirmations: [] })
  const paymentElement = () => {
    const listeners = {}
    return {
      on: (event, listener) => void (listeners[event] = listener),
      once() {}, off() {}, update() {}, destroy() {}, focus() {},
      mount(place) {
        const frame = document.createElement('iframe')
        frame.src = 'https://js.stripe.com/v3/elements-inner.html'
        frame.title = 'Formulario de Stripe'
        frame.width = '100%'
        frame.height = '420'
        frame.onload = () => listeners.ready?.()
        place.append(frame)
      },
    }
  }
  const elementsOf = (options) => {
    asked.elements.push({ clientSecret: options.clientSecret })
    return { create: paymentElement, getElement: () => null, update() {}, submit: async () => ({}) }
  }
  window.Stripe = Object.assign(
    (key, options) => {
      asked.keys.push({ key, options })
      return {
        elements: elementsOf,
        createToken() {}, createPaymentMethod() {}, confirmCardPayment() {},
        registerAppInfo() {}, _registerWrapper() {},
        async confirmPayment({ elements, ...options }) {
          asked.confirmations.push({ ...options, hasElements: Boolean(elements) })
          const answer = await fetch('https://api.stripe.com/v1/confirm', { method: 'POST' })
          return answer.json()
        },
      }
    },
    { version: 'endive' },
  )
})()`

/**
 * Serves the provider's site to this page; `answers` are what confirm-payment comes to, in turn. Returns the addresses
 * it was asked for. Until `serve` is called nothing answers there: each request fails, as without a network.
 */
export async function stripeSite(page: Page, answers: unknown[] = []) {
  const loads: string[] = []
  let isServed = false
  await page.route(/^https:\/\/([\w-]+\.)*stripe\.com\//, async (route) => {
    const url = new URL(route.request().url())
    loads.push(url.origin + url.pathname)
    if (!isServed) return route.abort()
    if (url.pathname.endsWith('/stripe.js'))
      return route.fulfill({ contentType: 'text/javascript', body: script })
    if (url.hostname === 'js.stripe.com')
      return route.fulfill({
        contentType: 'text/html; charset=utf-8',
        body: '<!doctype html><p>Número de tarjeta</p>',
      })
    return route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: answers.shift() ?? {} })
  })
  return {
    loads,
    serve: () => void (isServed = true),
    asked: () => page.evaluate(() => (window as unknown as { askedOfStripe: Asked }).askedOfStripe),
  }
}
