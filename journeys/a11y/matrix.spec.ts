import { examine, noFindings, themes, told, widths, type Findings } from './examine.ts'
import {
  accountScenes,
  codeScenes,
  passwordScenes,
  profileScenes,
  verificationScenes,
} from './scenes-account.ts'
import { endingScenes } from './scenes-ending.ts'
import { lettersScenes } from './scenes-letters.ts'
import { factorScenes, printRoomScenes } from './scenes-print-room.ts'
import { publicScenes } from './scenes-public.ts'
import { recipientsScenes, sendingScenes, writingScenes } from './scenes-write.ts'
import type { Stage } from './stage.ts'
import { signIn } from '../person/person.ts'
import { allow, expect, test } from '../person/journey.ts'

test.use({ houseName: 'a11y' })

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const all: Findings[] = []

const scenes: Record<string, (stage: Stage) => Promise<void>> = {
  'the pages anybody reads': publicScenes,
  'sign-up, sign-in and passwords': accountScenes,
  'a code by e-mail': codeScenes,
  'the verification of an address': verificationScenes,
  'the profile and the mailbox': async (stage) => {
    await signIn(stage.page, stage.house, 'perfil@ejemplo.test')
    await profileScenes(stage)
  },
  'another password': passwordScenes,
  'the letters sent': lettersScenes,
  'the print room': printRoomScenes,
  'the second factor of the print room': factorScenes,
  'the writing page': writingScenes,
  'how a letter ends, and a reply': endingScenes,
  'addresses, cost and payment': sendingScenes,
  'a letter to several people': recipientsScenes,
}

for (const [name, play] of Object.entries(scenes))
  test(`axe finds nothing in three themes and at three widths: ${name}`, async ({
    page,
    house,
    complaints,
  }) => {
    const findings = noFindings()
    all.push(findings)
    await play({ page, house, look: (state) => examine(page, state, findings) })
    allow(complaints, /Failed to load resource|Failed to create letter/)
    expect(told(findings.faults)).toEqual([])
  })

test.afterAll(() => {
  const sum = (count: (findings: Findings) => number) => all.reduce((total, one) => total + count(one), 0)
  console.log(
    `axe: ${sum(({ states }) => states.length)} states × ${themes.length} themes × ${widths.length} widths = ` +
      `${sum(({ runs }) => runs)} runs, ${sum(({ faults }) => faults.length)} faults, ` +
      `${sum(({ reviewed }) => reviewed)} incompletes reviewed (${sum(({ measured }) => measured.size)} measured)`,
  )
})
