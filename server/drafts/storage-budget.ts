import { hours } from '@lacre/letter/duration.ts'
import type { SignedIn } from '../http/bearer.ts'
import { Failure } from '../http/failure.ts'
import type { Limits } from '../http/limits.ts'

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** In bytes, before the address is proven and after (design.md#draft-budget). */
const budgets = {
  unproven: { kept: 4 * megabyte, hourly: 64 * megabyte },
  proven: { kept: 32 * megabyte, hourly: 1024 * megabyte },
}
const refusal = {
  code: 'too-many-bytes',
  detail: (wait: string) =>
    `Ha guardado mucho en poco tiempo. El borrador sigue en este navegador; vuelva a intentarlo dentro de ${wait}.`,
}

/** What an account may keep in all, once `take` has counted what it writes now. */
export function createStorageBudget(limits: Limits) {
  const hourly = (name: string, bytes: number) =>
    limits({ name, points: bytes / kilobyte, within: hours(1), refusal })
  const written = {
    unproven: hourly('draft-kb-unproven', budgets.unproven.hourly),
    proven: hourly('draft-kb', budgets.proven.hourly),
  }
  return {
    /** @throws Failure 429 */
    async take({ accountId, emailVerified }: SignedIn, content: string): Promise<number> {
      const standing = emailVerified ? 'proven' : 'unproven'
      await written[standing].take(accountId, Math.ceil(Buffer.byteLength(content) / kilobyte))
      return budgets[standing].kept
    },
  }
}

export const noSpaceLeft = ({ emailVerified }: SignedIn) =>
  new Failure(
    413,
    emailVerified
      ? 'Sus borradores ocupan demasiado. Este sigue en este navegador; borre otro para guardarlo en su cuenta.'
      : 'Confirme su correo para guardar en su cuenta un borrador tan grande. Mientras tanto sigue en este navegador.',
    'no-space-left',
  )
