import type { LetterDetail } from '@lacre/letter/calls.ts'
import { untilWords } from '@lacre/letter/words.ts'
import { leftWords } from '../words/cancel-time.ts'
import { readLetter } from '../../api.ts'
import { isDialogOpen } from '../../ui/dialog/is-dialog-open.ts'
import { useTimeLeft } from './use-time-left.ts'

/** Until when a paid letter can be cancelled (design.md#says-until-when). Its batch decides: an hour is only planned. */
export function UntilWhen({
  letter,
  onChange,
}: {
  letter: LetterDetail
  onChange: (letter: LetterDetail, words?: string) => void
}) {
  const { cancelUntil } = letter
  async function lookAgain() {
    const answer = await readLetter(letter.id)
    // Whoever is asked something, perhaps while this was on its way, is told at the next look.
    if (answer.ok && !answer.body.cancellable && !isDialogOpen())
      onChange(answer.body, 'Su carta ya está en la imprenta y no puede cancelarse.')
  }
  const { at, left } = useTimeLeft(cancelUntil, letter.now, () => void lookAgain())
  if (cancelUntil === null || left === undefined)
    return (
      <p>
        Puede cancelarla hasta que empecemos a imprimirla. La hora no es fija: mientras vea aquí este botón,
        está a tiempo.
      </p>
    )
  const until = <time dateTime={cancelUntil}>{untilWords(new Date(cancelUntil), at)}</time>
  return left > 0 ? (
    <p>
      Puede cancelarla hasta <strong>{until}</strong> ({leftWords(left)}): es cuando está previsto empezar a
      imprimirla.
    </p>
  ) : (
    <p>
      Estaba previsto empezar a imprimirla {until} y se hará de un momento a otro. Mientras vea aquí este
      botón, puede intentarlo.
    </p>
  )
}
