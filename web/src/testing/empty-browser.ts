import { beforeEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { openLetters } from '../drafts/db.ts'
import { queries } from '../queries.ts'

/**
 * Before each test: empty page, signed out, no letter. All files run one after the other in
 * the same browser, in any order.
 */
beforeEach(async () => {
  await cleanup()
  await new Promise((done) => setTimeout(done)) // a page that is left closes its letter in its next task
  localStorage.clear()
  sessionStorage.clear()
  queries.clear()
  const letters = await openLetters()
  await letters.forget()
  letters.close()
})
