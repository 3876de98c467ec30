import { each } from '../check/violation.ts'
import { dyingAt, paid, type Scene } from './scene.ts'

export const mailScenes: Record<string, Scene> = {
  async 'nobody answers at the mail server'(house, seed) {
    house.trouble.mail = () => 'down'
    const { frozen } = await paid(house, seed)
    await house.chore('mail-of-letters')
    await house.closeBatch()
    await house.print()
    house.trouble.mail = () => undefined
    const { tray } = await house.evidence()
    const isPrinted = tray.some((entry) => entry.did === 'print' && entry.letter === frozen.letter)
    const E2 = each(
      'E2',
      [frozen.letter],
      () => !isPrinted && 'waited for the mail server',
      (letter) => letter,
    )
    return { E2 }
  },
  async 'the yes of the mail server is not heard'(house, seed) {
    let left = 2
    house.trouble.mail = () => (left-- > 0 ? 'unheard' : undefined)
    await paid(house, seed)
    await house.chore('mail-of-letters')
  },
  async 'dies after the yes of the mail server'(house, seed) {
    await paid(house, seed)
    await dyingAt(house, 'mail', 'after', () => house.chore('mail-of-letters'))
  },
  async 'dies before a cancellation is stored, and nobody comes back'(house, seed) {
    const { person, frozen } = await paid(house, seed)
    await dyingAt(house, 'sql update "letter" set', 'after', () => person.cancel(frozen))
  },
}
