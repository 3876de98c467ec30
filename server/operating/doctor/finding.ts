import { seconds } from '@lacre/letter/days.ts'

/** What was found out about one thing, as one Spanish sentence that shows no secret. */
export type Finding = { well: boolean; says: string }
export type Check = { at: string; look: () => Promise<Finding> }

export const well = (says: string): Finding => ({ well: true, says })
export const ill = (says: string): Finding => ({ well: false, says })

const longest = seconds(20)

/** One after the other; what does not answer in time, or fails, is a finding too. Only its code is shown. */
export async function runChecks(looks: Check[], limitMs = longest): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { at, look } of looks) {
    const { well: isWell, says } = await inTime(look, limitMs)
    findings.push({ well: isWell, says: `${at}: ${says}` })
  }
  return findings
}

async function inTime(look: Check['look'], limitMs: number): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Finding>((answer) => {
    timer = setTimeout(() => answer(ill(`no responde en ${limitMs / seconds(1)} s.`)), limitMs)
  })
  try {
    return await Promise.race([look(), late])
  } catch (error) {
    const { code, responseCode, type } = error as { code?: string; responseCode?: number; type?: string }
    const known = String(responseCode ?? code ?? type ?? '')
    return ill(`no funciona (${/^[\w-]{2,40}$/.test(known) ? known : 'sin código'}).`)
  } finally {
    clearTimeout(timer)
  }
}
