import type { Command } from 'prosemirror-state'
import { useRef, useState, type MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import type { Address } from '@lacre/letter/address/address.ts'
import { seconds } from '@lacre/letter/days.ts'
import { mostLettersOfOrder, type Price } from '@lacre/letter/price/price.ts'
import { places, stillCalled } from '@lacre/letter/recipients/called.ts'
import { count } from '@lacre/letter/words.ts'
import { insertGreeting } from '../../editor/commands/greeting.ts'
import { useSignedIn } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { Actions } from '../../ui/display.tsx'
import { Modal } from '../../ui/dialog.tsx'
import AddressModal from '../addresses/address-modal.tsx'
import { useBook } from '../addresses/use-book.ts'
import { BookChoice } from './book-choice.tsx'
import type { KeptRecipient } from '../../drafts/kept-addresses.ts'
import { PasteRows } from './paste-rows.tsx'
import { RecipientRow } from './recipient-row.tsx'
import { addRecipients, peopleWords, type Refusals, createDuplicateTest, wrongWith } from './recipients.ts'
import styles from './recipients.module.css'
import { usePasted } from './use-pasted.ts'
import type { Recipients } from './use-recipients.ts'

type Press = Pick<MouseEvent, 'timeStamp' | 'clientX' | 'clientY'>
/** A second press within these limits was meant for the row that stood there before. */
const doublePress = { within: seconds(0.5), px: 12 }
const isDouble = (first: Press, second: Press) =>
  second.timeStamp - first.timeStamp < doublePress.within &&
  Math.hypot(second.clientX - first.clientX, second.clientY - first.clientY) < doublePress.px
const noPress: Press = { timeStamp: -Infinity, clientX: 0, clientY: 0 }

const named = (people: KeptRecipient[]) => people.map(({ name }) => name || 'sin nombre').join(', ')

/** The list of recipients (design/sending.md#several-recipients). Every change is stored at once. */
export default function RecipientsDialog({
  isOpen,
  recipients,
  refusals,
  price,
  uses,
  onGreet,
  onClose,
}: {
  isOpen: boolean
  recipients: Recipients
  refusals: Refusals
  price: Price | undefined
  /** Whether the letter uses `{nombre}` and `{saludo}`. */
  uses: { name: boolean; greeting: boolean }
  onGreet: (insert: Command) => void
  onClose: () => void
}) {
  const { list, keep } = recipients
  const pasted = usePasted(recipients)
  const isSignedIn = useSignedIn()
  const book = useBook(isOpen)
  /** The recipient in the form; `was` undefined: a new one. */
  const [edited, setEdited] = useState<{ was?: KeptRecipient }>()
  const [said, setSaid] = useState('')
  const status = useRef<HTMLParagraphElement>(null)
  const rows = useRef<HTMLOListElement>(null)
  const movedBy = useRef(noPress)
  const wrong = list.filter((one) => wrongWith(one, refusals)).length

  /** Announces words and moves the focus to them, since the pressed button is gone. */
  function say(words: string) {
    flushSync(() => setSaid(words))
    status.current?.focus()
  }
  function add(more: KeptRecipient[]) {
    const { list: all, duplicates, overflow } = addRecipients(list, more)
    keep(all)
    const added = all.length - list.length
    const sentences = [
      added > 0 && `${count(added, 'destinatario añadido', 'destinatarios añadidos')}.`,
      duplicates.length > 0 &&
        `Ya ${duplicates.length === 1 ? 'estaba' : 'estaban'} en la lista: ${named(duplicates)}.`,
      overflow.length > 0 &&
        `Caben ${mostLettersOfOrder} como máximo; no se ha añadido a ${named(overflow)}.`,
      !more.length && 'No hay ninguna fila que añadir.',
    ]
    return { words: sentences.filter(Boolean).join(' '), isEveryoneOn: added === more.length }
  }
  function takeRows(rows: KeptRecipient[], press = noPress) {
    movedBy.current = press
    say(add(rows).words)
  }
  /** Listo also adds the pasted rows. The dialog stays open when some need attention. */
  async function end(press: MouseEvent) {
    if (!pasted.opened && !pasted.text.trim()) return onClose()
    const rows = pasted.opened ? pasted.takeOpened() : await pasted.take()
    if (rows === 'shown') return undefined
    if (!rows?.length) return pasted.explain(rows !== undefined)
    movedBy.current = press
    const { words, isEveryoneOn } = add(rows)
    const toCorrect = rows.filter((row) => wrongWith(row, refusals))
    if (isEveryoneOn && !toCorrect.length) return onClose()
    say(toCorrect.length ? `${words} Por corregir: ${named(toCorrect)}.` : words)
  }
  function addFromBook(address: Address) {
    const { words } = add([address])
    setSaid(list.length < mostLettersOfOrder ? `Se ha añadido a ${named([address])}.` : words)
  }
  function remove(gone: KeptRecipient, at: number, press: MouseEvent) {
    // A key acts on the focused row; a pointer may hit the next row, which has moved up.
    const isByKey = press.detail === 0
    if (!isByKey && isDouble(movedBy.current, press)) return
    movedBy.current = press
    flushSync(() => {
      keep(list.toSpliced(at, 1))
      setSaid(`Se ha quitado a ${named([gone])}.`)
    })
    const row = rows.current?.children[Math.min(at, list.length - 2)]
    if (row instanceof HTMLElement) row.focus()
  }
  function goToWrong() {
    const row = rows.current?.children[list.findIndex((one) => wrongWith(one, refusals))]
    if (row instanceof HTMLElement) row.focus()
  }
  const put = (at: number, recipient: KeptRecipient) => keep(list.with(at, recipient))

  function save(address: Address) {
    const was = edited?.was
    setEdited(undefined)
    if (!was) return say(add([address]).words)
    const saved = stillCalled(was, address)
    // Another tab may have changed the list.
    const at = list.findIndex(createDuplicateTest([was]))
    if (at < 0) return say(add([saved]).words)
    if (createDuplicateTest(list.toSpliced(at, 1))(address))
      return say(`Ya estaba en la lista: ${address.name}.`)
    put(at, saved)
  }

  return (
    <>
      <Modal
        isOpen={isOpen}
        onClose={onClose}
        title="Destinatarios"
        closesOnOverlay={false}
        maxWidth="800px"
        hasCross
      >
        <div className={styles.dialog}>
          <p>
            Cada persona recibe su propia carta. Donde el texto dice <strong>{places.greeting}</strong>, lleva
            su saludo; donde dice <strong>{places.name}</strong>, su nombre.
          </p>
          {isSignedIn && <BookChoice book={book} list={list} onAdd={addFromBook} />}
          <PasteRows pasted={pasted} onRows={takeRows} />
          <div className={`row ${styles.top}`}>
            <h3>{peopleWords(list.length, price)}</h3>
            <Button
              kind="secondary"
              disabled={list.length >= mostLettersOfOrder}
              onClick={() => setEdited({})}
            >
              Añadir una dirección
            </Button>
          </div>
          {list.length > 0 && !uses.greeting && (
            <div className={`row ${styles.top}`}>
              <p>El texto de la carta saluda a todos igual.</p>
              <Button
                kind="secondary"
                onClick={() => {
                  onGreet(insertGreeting)
                  say('Ahora la carta saluda a cada uno con su saludo.')
                }}
              >
                Insertar saludo
              </Button>
            </div>
          )}
          <p ref={status} role="status" tabIndex={-1} className={styles.said}>
            {said}
          </p>
          {wrong > 0 && (
            <div className={`row ${styles.top}`}>
              <p className={styles.wrong}>
                {count(wrong, 'destinatario por corregir', 'destinatarios por corregir')}: edite{' '}
                {wrong === 1 ? 'su dirección o quítelo' : 'sus direcciones o quítelos'}.
              </p>
              <Button kind="quiet" onClick={goToWrong}>
                {wrong === 1 ? 'Ir a corregirlo' : 'Ir al primero'}
              </Button>
            </div>
          )}
          <ol ref={rows} className={styles.list}>
            {list.map((recipient, at) => (
              <RecipientRow
                key={at}
                recipient={recipient}
                wrong={wrongWith(recipient, refusals)}
                usesName={uses.name}
                onCall={(called) => put(at, { ...recipient, called })}
                onGreet={(greeting) => put(at, { ...recipient, greeting })}
                onEdit={() => setEdited({ was: recipient })}
                onRemove={list.length > 1 ? (press) => remove(recipient, at, press) : undefined}
              />
            ))}
          </ol>
          <Actions>
            <Button onClick={(press) => void end(press)}>Listo</Button>
          </Actions>
        </div>
      </Modal>
      {edited && (
        <AddressModal
          role="destinationAddress"
          address={edited.was}
          onSave={save}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}
