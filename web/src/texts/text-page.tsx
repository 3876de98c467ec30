import type { Config } from '@lacre/letter/calls.ts'
import { inEuros } from '@lacre/letter/price/money.ts'
import { totalLabel } from '@lacre/letter/price/price.ts'
import type { Element, ElementContent, Root } from 'hast'
import { type ComponentType, createElement, Fragment, type ReactNode } from 'react'
import rehypeSanitize from 'rehype-sanitize'
import remarkBreaks from 'remark-breaks'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { useConfig, usePrice } from '../use-config.ts'
import { useToday } from '../use-today.ts'
import type { ReadText } from './fetch-text.ts'
import styles from './text-page.module.css'

/** A screen's module. `isWhole: false`: a part did not load, so the next visit loads it again. */
export type Screen = { default: ComponentType; isWhole?: boolean }

const markdown = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkBreaks)
  .use(remarkRehype)
  .use(rehypeSanitize)

/** GitHub-style markdown with line breaks, sanitised (specification, section 2); drops HTML. */
export const parseText = (source: string): Root => markdown.runSync(markdown.parse(source)) as Root

/** A wide table scrolls by itself, also by keyboard. */
const ScrollingTable = ({ children }: { children?: ReactNode }) => (
  <div role="region" aria-label="Tabla" tabIndex={0} className="scrolls">
    <table>{children}</table>
  </div>
)

const labels = {
  name: 'Titular',
  nif: 'NIF',
  address: 'Domicilio',
  email: 'Correo electrónico',
} satisfies Record<keyof Config['operator'], string>
const order = ['name', 'nif', 'address', 'email'] as const

/** The operator of the site (art. 10 LSSI) from the settings; missing data are shown as missing. */
function Operator() {
  const config = useConfig()
  return (
    <div className={`${styles.operator} ${config ? '' : styles.unknown}`}>
      {config === 'unknown' ? (
        <p>No se han podido cargar los datos del titular. Recargue la página.</p>
      ) : (
        <Identity operator={config?.operator} />
      )}
    </div>
  )
}

/** While loading, labels and warning reserve their place. */
function Identity({ operator }: { operator: Config['operator'] | undefined }) {
  const isComplete = operator && order.every((key) => operator[key])
  return (
    <>
      <ul>
        {order.map((key) => (
          <li key={key}>
            <strong>{labels[key]}:</strong>
            {operator && ` ${operator[key] ?? 'sin indicar'}`}
          </li>
        ))}
      </ul>
      {!isComplete && (
        <p>
          El titular de esta instalación todavía no ha completado sus datos de identificación. Mientras
          falten, este sitio no debe usarse para vender.
        </p>
      )}
    </>
  )
}

/** Today's price in the terms, line by line (design/money.md#price-shown-is-charged). */
const Price = () => (
  <div className={styles.price}>
    <Lines />
  </div>
)

function Lines() {
  const price = usePrice(useToday())
  if (!price)
    return <p>El precio se muestra al escribir la carta y otra vez antes de pagarla, IVA incluido.</p>
  const total = inEuros(price.total)
  return (
    <>
      <p>
        Cada carta cuesta <strong>{total}, IVA incluido</strong>. No hay suscripción ni gastos añadidos:
      </p>
      <ScrollingTable>
        <thead>
          <tr>
            <th>Concepto</th>
            <th align="right">Importe</th>
          </tr>
        </thead>
        <tbody>
          {price.lines.map(({ code, label, cents }) => (
            <tr key={code}>
              <td>{label}</td>
              <td align="right">{inEuros(cents)}</td>
            </tr>
          ))}
          <tr>
            <td>
              <strong>{totalLabel}</strong>
            </td>
            <td align="right">
              <strong>{total}</strong>
            </td>
          </tr>
        </tbody>
      </ScrollingTable>
    </>
  )
}

/** Components that a text embeds by a paragraph with only `{{Name}}`. */
type Parts = Record<string, ComponentType>

const placeholder = /^\{\{(\w+)\}\}$/

function findPart({ tagName, children }: Element, parts: Parts): ComponentType | undefined {
  const [only] = children
  const name = tagName === 'p' && only?.type === 'text' ? placeholder.exec(only.value.trim())?.[1] : undefined
  return name !== undefined && Object.hasOwn(parts, name) ? parts[name] : undefined
}

function toElement(node: ElementContent | Root['children'][number], key: number, parts: Parts): ReactNode {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return null
  const part = findPart(node, parts)
  if (part) return createElement(part, { key })
  const { className, ...properties } = node.properties
  const classes = Array.isArray(className) ? className.join(' ') : className
  const children = node.children.map((child, place) => toElement(child, place, parts))
  if (node.tagName === 'table') return createElement(ScrollingTable, { key }, ...children)
  // Spread, because React warns about a children prop of `<br>` and `<hr>`.
  return createElement(node.tagName, { ...properties, className: classes, key }, ...children)
}

/** Converts a sanitised tree to React elements, without innerHTML. */
export const toElements = (tree: Root, parts: Parts): ReactNode =>
  createElement(Fragment, null, ...tree.children.map((child, place) => toElement(child, place, parts)))

/**
 * The screen of a text. A text that does not load leaves the page empty and logs a message (specification, section 8); the
 * next visit tries again.
 */
export async function openText(name: string, read: ReadText): Promise<Screen> {
  try {
    const tree = parseText(await read(name))
    return { default: () => <TextPage>{toElements(tree, { Operator, Price })}</TextPage> }
  } catch (failure) {
    console.error(`Error loading ${name}`, failure)
    return { default: TextPage, isWhole: false }
  }
}

const TextPage = ({ children }: { children?: React.ReactNode }) => (
  <div className={styles.card}>
    <article className={styles.text}>{children}</article>
  </div>
)
