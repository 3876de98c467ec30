import { each } from '../check/violation.ts'
import { dyingAt, paid, type Story } from './story.ts'

export const mailStories: Record<string, Story> = {
  async 'the mail server is down'(server, seed) {
    server.mailServer.failureOf = () => 'down'
    const { frozen } = await paid(server, seed)
    await server.chore('mail-of-letters')
    await server.closeBatch()
    await server.print()
    server.mailServer.failureOf = () => undefined
    const { printLog } = await server.evidence()
    const isPrinted = printLog.some((entry) => entry.did === 'print' && entry.letter === frozen.letter)
    const E2 = each(
      'E2',
      [frozen.letter],
      () => !isPrinted && 'waited for the mail server',
      (letter) => letter,
    )
    return { E2 }
  },
  async 'the acceptance of the mail server is lost'(server, seed) {
    let left = 2
    server.mailServer.failureOf = () => (left-- > 0 ? 'unheard' : undefined)
    await paid(server, seed)
    await server.chore('mail-of-letters')
  },
  async 'crashes before a cancellation is stored, without a retry'(server, seed) {
    const { customer, frozen } = await paid(server, seed)
    await dyingAt(server, 'sql update "letter" set', 'after', () => customer.cancel(frozen))
  },
}
