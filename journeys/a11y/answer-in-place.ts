import type { Page, Route } from '@playwright/test'

/** What a path's calls meet in the browser until the returned action takes it away. */
async function meet(page: Page, path: string, what: (route: Route) => Promise<void>) {
  const isCall = (url: URL) => url.pathname === path
  await page.route(isCall, what)
  return () => page.unroute(isCall, what)
}

/** Answers this path's calls, so that the server never sees them, until the returned action. */
export const answer = (page: Page, path: string, status: number, body: object = {}) =>
  meet(page, path, (route) => route.fulfill({ status, json: body }))

/** Keeps this path's calls waiting until the returned action, so that what is shown meanwhile can be looked at. */
export async function hold(page: Page, path: string) {
  let release = () => {}
  const released = new Promise<void>((go) => (release = go))
  await meet(page, path, async (route) => {
    await released
    await route.fallback()
  })
  return release
}
