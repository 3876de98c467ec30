import { examine, noFindings, reportFindings, usualLooks, type Findings } from './examine.ts'
import { accountScenes, codeScenes, profileScenes, verificationScenes } from './scenes-account.ts'
import { endingScenes } from './scenes-ending.ts'
import { lettersScenes } from './scenes-letters.ts'
import { factorScenes, printRoomScenes } from './scenes-print-room.ts'
import { publicScenes } from './scenes-public.ts'
import { recipientsScenes, sendingScenes, writingScenes } from './scenes-write.ts'
import type { Stage } from './stage.ts'
import { signIn } from '../person/person.ts'
import { allow, expect, test } from '../person/journey.ts'

test.use({ serverName: 'a11y' })

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const all: Findings[] = []

const scenes: Record<string, (stage: Stage) => Promise<void>> = {
  'the public pages': publicScenes,
  'sign-up, sign-in and passwords': accountScenes,
  'a code by e-mail': codeScenes,
  'the verification of an address': verificationScenes,
  'the profile and the mailbox': async (stage) => {
    await signIn(stage.page, stage.server, 'perfil@ejemplo.test')
    await profileScenes(stage)
  },
  'the letters sent': lettersScenes,
  'the print room': printRoomScenes,
  'the second factor of the print room': factorScenes,
  'the writing page': writingScenes,
  'how a letter ends, and a reply': endingScenes,
  'addresses, cost and payment': sendingScenes,
  'a letter to several people': recipientsScenes,
}

for (const [name, play] of Object.entries(scenes))
  test(`axe finds nothing in any theme and at any width: ${name}`, async ({
    page,
    server,
    consoleErrors,
  }) => {
    const findings = noFindings()
    all.push(findings)
    await play({
      page,
      server,
      look: (state, looks = usualLooks) => examine(page, state, findings, looks),
    })
    allow(consoleErrors, /Failed to load resource|Failed to create letter/)
    expect(reportFindings(findings.faults)).toEqual([])
  })

/** A mistake of each kind that only one theme, one width or one way of stretching shows. */
const mistaken = `<!doctype html><html lang="es"><title>Con faltas</title><style>
  .faint { color: #222; background: #fff }
  .theme-dark .faint { background: #333 }
  .veiled { color: #222; background: linear-gradient(#fff, #eee) }
  .theme-light .veiled { background: linear-gradient(#fff, #333) }
  button { width: 40px; height: 40px; padding: 0; border: 0 }
  @media (max-width: 400px) { button { width: 12px; height: 12px } }
  .low { height: 24px; width: 400px; line-height: 24px }
  .shut { height: 24px; overflow: hidden; line-height: 24px; font-size: 16px }
  .even { font: 1rem/24px monospace }
</style><main><h1>Con faltas</h1>
  <p class="faint">Apagado</p><p class="veiled">Velado</p><input>
  <button aria-label="Uno"></button><button aria-label="Dos"></button>
  <div class="shut even">Cortado<br></div>
  <div class="low even">Un renglón que casi llena su caja de 400</div><div class="even">Tapado</div>
</main></html>`

test('what only one theme, one width or larger text shows is seen, and named with its place', async ({
  page,
}) => {
  const findings = noFindings()
  await page.setContent(mistaken)
  await examine(page, 'planted', findings)
  const placesOf = (what: string) =>
    findings.faults
      .filter((fault) => fault.what.includes(what))
      .map(({ theme, width }) => `${theme} ${width}`)
  expect(placesOf('color-contrast: <p class="faint">')).toEqual(['dark 1280', 'dark 320'])
  expect(placesOf('contrast 1.')).toEqual(['light 1280', 'light 320'])
  expect(placesOf('label: <input')).toEqual(['classic 1280', 'classic 320'])
  expect(placesOf('target-size: <button')).toEqual(['classic 320', 'classic 320'])
  expect(placesOf('scrolls sideways')).toEqual(['classic 320', 'light 320', 'dark 320'])
  expect(placesOf('text at 200 %: cut: <div class="shut')).toEqual(['classic 1280', 'classic 768'])
  const spaced = 'text spacing: "Un renglón que casi llena su c" under "Tapado"'
  expect(placesOf(spaced)).toEqual(['classic 1280', 'classic 768', 'classic 320'])
})

test.afterAll(() => {
  const sum = (count: (findings: Findings) => number) => all.reduce((total, one) => total + count(one), 0)
  console.log(
    `axe: ${sum(({ states }) => states.length)} states, ` +
      `${sum(({ runs }) => runs)} runs, ${sum(({ faults }) => faults.length)} faults, ` +
      `${sum(({ reviewed }) => reviewed)} incompletes reviewed (${sum(({ measured }) => measured.size)} measured)`,
  )
})
