import { day, longDate, madridDay } from '@lacre/letter/days.ts'
import { orderNumber } from '@lacre/letter/order-number.ts'
import { cents, inEuros } from '@lacre/letter/price/money.ts'
import { priceLabels } from '@lacre/letter/price/price.ts'
import type {
  Customer,
  CustomerAction,
  Figures as Sums,
  OwnFactors,
} from '@lacre/letter/print-room/console-calls.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Answer } from '../api.ts'
import { queries, useAnswer } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { Fact, Facts } from '../ui/display.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { useToday } from '../use-today.ts'
import { ActionResult, detailOfAction, queryKey, live, LiveData, NoteDialog, useAction } from './actions.tsx'
import { disableCustomer, findCustomers, readFigures, readPrices, verifyCustomer } from './calls.ts'
import { addPasskey, ownFactors, removeFactor } from './factor-gate.ts'
import { FindForm } from './find.tsx'
import styles from './view.module.css'
import { addressOfLetter, Heading, Part, StateTag, Table } from './view.tsx'
import { letters, longWhen, paymentWords } from './words.ts'

const words = {
  verify: 'Enviar otra vez la verificación',
  disable: 'Desactivar la cuenta',
  enable: 'Activar la cuenta',
} satisfies Record<CustomerAction, string>
const done = {
  verify: 'El enlace sale ahora hacia su correo.',
  disable: 'Desactivada: sus sesiones se han cerrado y ya no puede entrar.',
  enable: 'Activada: puede volver a entrar.',
} satisfies Record<CustomerAction, string>
const meaning = {
  disable:
    'Se cierran sus sesiones y no podrá volver a entrar. Las cartas que ya ha pagado siguen su camino. Si pide sus datos o que se borren, hágalo con las órdenes export-user o erase-user.',
  enable: 'Podrá volver a entrar como antes.',
}

/** An account with its actions and its letters, each with its payment. */
function CustomerCard({
  customer,
  onChange,
}: {
  customer: Customer
  onChange: (customer: Customer) => void
}) {
  const [asked, ask] = useState<'disable' | 'enable'>()
  const acting = useAction(
    ({ call }: { action: CustomerAction; call: () => Promise<Answer<Customer>> }) => call(),
    (changed) => {
      ask(undefined)
      onChange(changed)
    },
  )
  const { id, address, isProven, since, disabledAt, lettersInAll } = customer

  function press(action: CustomerAction) {
    acting.reset()
    if (action === 'verify') acting.mutate({ action, call: () => verifyCustomer(id) })
    else ask(action)
  }
  return (
    <>
      <h3>{address || 'Cuenta borrada'}</h3>
      <Facts values="beside">
        <Fact name="Correo">{isProven ? 'Comprobado' : 'Sin comprobar'}</Fact>
        <Fact name="Desde">{longWhen(since)}</Fact>
        {disabledAt && <Fact name="Desactivada">{longWhen(disabledAt)}</Fact>}
        <Fact name="Cartas">{lettersInAll}</Fact>
      </Facts>
      <div className={`row ${styles.buttons}`}>
        {customer.can.map((action) => (
          <Button key={action} kind="secondary" disabled={acting.isPending} onClick={() => press(action)}>
            {words[action]}
          </Button>
        ))}
      </div>
      <ActionResult action={!asked && acting} message={acting.isSuccess && done[acting.variables.action]} />
      {customer.letters.length > 0 && (
        <ul className={`list ${styles.letters}`} aria-label={`Cartas de ${address}`}>
          {customer.letters.map((card) => (
            <li key={card.id}>
              <Link href={addressOfLetter(card.id)}>Pedido {orderNumber(card.id)}</Link>{' '}
              <StateTag state={card.state} isEnclosed={card.enclosedAt !== null} />
              <p className="soft">
                {[card.steps[0] && longWhen(card.steps[0].at), paymentWords(card.payment)]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      )}
      {lettersInAll > customer.letters.length && (
        <p className="soft">
          Se ven las más recientes, de {letters(lettersInAll)}. Las demás se encuentran por su pedido.
        </p>
      )}
      {asked && (
        <NoteDialog
          action={acting}
          onClose={() => ask(undefined)}
          title={asked === 'disable' ? `¿Desactivar la cuenta ${address}?` : `¿Activar la cuenta ${address}?`}
          words={words[asked]}
          onNote={(note) => acting.mutate({ action: asked, call: () => disableCustomer(id, asked, note) })}
        >
          {meaning[asked]}
        </NoteDialog>
      )}
    </>
  )
}

/** Finds a customer by the whole e-mail address or an order, never by sealed data. */
function Customers() {
  const [found, setFound] = useState<Customer[]>()
  const finding = useAction(findCustomers, ({ customers }) => setFound(customers))
  const change = (changed: Customer) =>
    setFound((all) => all?.map((one) => (one.id === changed.id ? changed : one)))
  return (
    <Part id="clientes" title="Clientes">
      <FindForm
        label="Correo electrónico o pedido"
        name="customer"
        hint="El correo entero, o las diez cifras del pedido. La búsqueda queda en el registro."
        maxLength={254}
        words="Buscar al cliente"
        isRight={(wanted) => /^[\d\s.-]{10,}$|.@./.test(wanted)}
        wrong="Escriba el correo entero o las diez cifras del pedido."
        finding={finding}
      />
      <ActionResult
        action={finding}
        message={
          found && (found.length ? `Cuentas encontradas: ${found.length}` : 'No hay ninguna cuenta así.')
        }
      />
      {found && found.length > 0 && (
        <ul className={`stack ${styles.cards}`}>
          {found.map((customer) => (
            <li key={customer.id} className="group start">
              <CustomerCard customer={customer} onChange={change} />
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

const plain = (number: number) => String(number)
const money = (amount: number) => inEuros(cents(amount))
type FigureRow = [keyof Sums, string, (value: number) => string]
const rows: FigureRow[] = [
  ['paid', 'Cartas pagadas', plain],
  ['posted', 'Entregadas a Correos', plain],
  ['returned', 'Devueltas por Correos', plain],
  ['cancelled', 'Canceladas después de pagarse', plain],
  ['taken', 'Cobrado', money],
  ['givenBack', 'Devuelto', money],
  ['disputed', 'Reclamado al banco', money],
  ['net', 'Queda', money],
]

const isDay = (written: string) => /^\d{4}-\d\d-\d\d$/.test(written)

/** Figures of a day and its month (design/print-room.md#figures). */
function Figures() {
  const [chosen, choose] = useState<string>(() => madridDay(new Date()))
  const query = useAnswer(queryKey('figures', chosen), () => readFigures(chosen), live)
  return (
    <Part id="cifras" title="Cifras">
      <div className={styles.day}>
        <Field label="Día" name="day" type="date" value={chosen} onChange={(to) => isDay(to) && choose(to)} />
      </div>
      <LiveData query={query} loading="Cargando las cifras...">
        {({ day: shown, ofDay, ofMonth }) => (
          <>
            <Table
              columns={[
                ['Qué', ([, name]) => name, 'name'],
                ['El día', ([key, , words]) => words(ofDay[key]), 'number'],
                ['Su mes', ([key, , words]) => words(ofMonth[key]), 'number'],
              ]}
              rows={rows}
              rowProps={([key]) => ({ key })}
              aria-label={`Cifras del ${longDate(day(shown))}`}
            />
            <p className="soft">
              Días de Madrid. Una devolución cuenta el día en que se hace, también la que está en camino; lo
              reclamado, el día en que se cobró.
            </p>
          </>
        )}
      </LiveData>
    </Part>
  )
}

type Factor = OwnFactors['factors'][number]
const names = { passkey: 'Llave de acceso', totp: 'Aplicación de códigos' }
const since = (instant: string) => `desde el ${longWhen(instant)}`

/** The operator's second factors. The last one can only be removed by the command line. */
function MyFactors() {
  const key = queryKey('factors')
  const query = useAnswer(key, ownFactors, live)
  const acting = useAction(
    (gone: Factor | undefined) => (gone ? removeFactor(gone) : addPasskey()),
    (_message, gone) =>
      // Removes the button before the notice appears, so that the notice takes the focus.
      queries.setQueryData<OwnFactors>(
        key,
        (own) => own && { factors: own.factors.filter(({ id }) => id !== gone?.id) },
      ),
  )
  const isBusy = acting.isPending
  return (
    <Part id="segundos-pasos" title="Su segundo paso">
      <p className="soft">
        Con lo que confirma que es usted. Tenga más de uno, por si pierde alguno, y quite el que ya no use.
      </p>
      {acting.isSuccess && (
        <Notice kind="success" takesFocus>
          {acting.variables
            ? `${names[acting.variables.kind]}: se ha quitado.`
            : 'Llave de acceso: se ha añadido.'}
        </Notice>
      )}
      {acting.error && <Notice kind="error">{detailOfAction(acting.error.refused)}</Notice>}
      <LiveData query={query} loading="Cargando...">
        {({ factors }) => (
          <ul className={`list ${styles.own}`} aria-label="Sus segundos pasos">
            {factors.map((factor) => (
              <li key={factor.id} className="spread">
                <p>
                  {names[factor.kind]}
                  <br />
                  <span className="soft">{since(factor.since)}</span>
                </p>
                {factors.length > 1 && (
                  <Button kind="quiet" disabled={isBusy} onClick={() => acting.mutate(factor)}>
                    Quitar
                    <span className="visually-hidden">
                      {' '}
                      {names[factor.kind]} {since(factor.since)}
                    </span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </LiveData>
      {'PublicKeyCredential' in window && (
        <Button kind="secondary" disabled={isBusy} onClick={() => acting.mutate(undefined)}>
          Añadir una llave de acceso
        </Button>
      )}
    </Part>
  )
}

/** All dated prices. They are added on the command line. */
function Prices() {
  const today = useToday()
  const query = useAnswer(queryKey('prices'), readPrices, live)
  return (
    <Part id="precios" title="Precios">
      <p className="soft">
        Cada precio vale desde su día hasta que empieza otro del mismo concepto. Las cartas ya preparadas
        conservan el suyo. Se añaden en el servidor con <code>lacre price add</code>.
      </p>
      <LiveData query={query} loading="Cargando los precios...">
        {({ prices }) => (
          <Table
            columns={[
              [
                'Desde',
                ({ from }) => `${longDate(day(from))}${today && from > today ? ' (todavía no)' : ''}`,
                'name',
              ],
              ['Concepto', ({ code }) => priceLabels[code]],
              ['Importe', (price) => inEuros(cents(price.cents)), 'number'],
              ['Quién', ({ addedBy }) => addedBy ?? 'De origen'],
            ]}
            rows={prices.toReversed()}
            rowProps={({ from, code }) => ({ key: `${from} ${code}` })}
            aria-label="Precios"
          />
        )}
      </LiveData>
    </Part>
  )
}

export function Office() {
  return (
    <>
      <Heading title="Oficina" />
      <Customers />
      <Figures />
      <Prices />
      <MyFactors />
    </>
  )
}
