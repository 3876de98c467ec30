import type { LetterDetail } from '@lacre/letter/calls.ts'
import { looksOf, unusual, type Looks } from '@lacre/letter/looks/looks.ts'
import { calledBy, namePlace } from '@lacre/letter/recipients/called.ts'
import { Modal } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { KeepForm } from './keep-form.tsx'
import styles from './templates.module.css'

type Sent = Looks & Pick<LetterDetail, 'content' | 'destination' | 'order'>

/** The name that was filled in where a letter to several people asked for it, as far as one can tell. */
function filledName({ content, destination, order }: Sent): string | undefined {
  const name = order ? calledBy(destination) : ''
  const said = new Set(wordsOf(content.replaceAll(/<[^>]*>/g, ' ')))
  return name && wordsOf(name).every((word) => said.has(word)) ? name : undefined
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{M}ºª]+/gu) ?? []

/** `Guardar como plantilla`, of a letter in Mis cartas. */
export function KeepDialog({
  letter,
  onKept,
  onClose,
}: {
  letter: Sent
  onKept: (name: string) => void
  onClose: () => void
}) {
  const { content } = letter
  const name = filledName(letter)
  return (
    <Modal isOpen title="Guardar como plantilla" closesOnOverlay={false} hasCross onClose={onClose}>
      <div className={styles.keeping}>
        {name && (
          <Notice kind="info">
            El texto dice «{name}». Para escribir con ella a varias personas, ponga {namePlace} en su lugar.
          </Notice>
        )}
        <KeepForm
          letter={() => ({ content, looks: unusual(looksOf(letter)) })}
          onKept={({ name }) => onKept(name)}
        />
      </div>
    </Modal>
  )
}
