import { seconds } from '@lacre/letter/days.ts'
import { settings, type Looks, type Style } from '@lacre/letter/looks/looks.ts'
import { keptLooks, watchLooks } from '../../journal/kept-looks.ts'
import { applyEnding } from './apply-ending.ts'

const faces: Record<Style, string | undefined> = {
  clasica: undefined, // the page's own
  libro: "'EB Garamond Variable'",
  maquina: "'Courier Prime'",
  'a-mano': "'Caveat Variable'",
}
const pointsPerMm = 72 / 25.4

/** The letter in this host looks as it will be printed, from now on; `again` where the choice may have been erased. */
export function applyLooks(host: HTMLElement) {
  let wanted: Looks
  async function apply() {
    const looks = (wanted = keptLooks())
    applyEnding(host, looks)
    const face = faces[looks.style]
    // Not half of it: the face changes when it is there, and where it does not come the letter stays as it is.
    if (face && !fetched.has(face)) await fetchFace(face).catch(() => undefined)
    if (wanted !== looks) return
    const { points, measure, leading, hasItalics } = settings[looks.style]
    const size = points[looks.size]
    host.style.setProperty('--letter-face', face ? `${face}, var(--font-letter)` : null)
    host.style.setProperty('--letter-points', String(size))
    host.style.setProperty('--letter-measure', `${(measure[looks.size] * pointsPerMm) / size}em`)
    host.style.setProperty('--letter-pitch', String(0.7 + leading))
    host.toggleAttribute('data-underlines', !hasItalics)
    host.dataset.looks = `${looks.style} ${looks.size}`
  }
  const again = () => void apply()
  again()
  return { again, stop: watchLooks(again) }
}

const fetched = new Set<string>()

async function fetchFace(face: string) {
  await import('./faces.css')
  await document.fonts.load(`1em ${face}`)
  fetched.add(face)
}

const mostWait = seconds(5)

/** Before the letter is shown: fetches the face it is written in, so that it does not change before one's eyes. */
export async function fetchChosenFace(): Promise<void> {
  const face = faces[keptLooks().style]
  if (!face || fetched.has(face)) return
  const enough = new Promise((done) => setTimeout(done, mostWait))
  await Promise.race([fetchFace(face).catch(() => undefined), enough])
}
