const why = 'Le escribimos porque usa Lacre, donde las cartas se escriben en pantalla y llegan en papel.'

/** The complete mail. Styles are inline and nothing is loaded, so that opening it is not tracked. */
export function layOut(
  { subject, parts }: MailContent,
  branding: Branding,
): { subject: string; text: string; html: string } {
  const foot = [why, imprint(branding)].filter(Boolean)
  return {
    subject,
    text: [...parts.map(textOf), ['-- ', ...foot].join('\n')].join('\n\n') + '\n',
    html: page(subject, parts.map(htmlOf), foot).markup,
  }
}

const imprint = ({ operator: { name, nif, address, email } }: Branding): string =>
  [name, nif && `NIF ${nif}`, address, email].filter(Boolean).join(' · ')

function textOf(part: Part): string {
  if (typeof part === 'string') return part
  if ('link' in part) return `${part.label}:\n${part.link}`
  return part.table.map(([label, value]) => `${label}: ${value}`).join('\n')
}

const button =
  'display:inline-block;padding:12px 22px;border-radius:6px;background:#8e2a22;color:#fff8ee;text-decoration:none'
const small = 'font-size:13px;color:#66574a'

function htmlOf(part: Part): Html {
  if (typeof part === 'string') return html`<p style="margin:0 0 16px">${part}</p>`
  if ('link' in part)
    return html`<p style="margin:24px 0 8px"><a href="${part.link}" style="${button}">${part.label}</a></p>
      <p style="margin:0 0 24px;${small};word-break:break-all">${part.link}</p>`
  return html`<table style="width:100%;margin:0 0 20px;border-collapse:collapse">
    ${part.table.map(row)}
  </table>`
}

const row = ([label, value]: [string, string]): Html =>
  html`<tr>
    <th
      scope="row"
      style="padding:6px 12px 6px 0;border-bottom:1px solid #d9cbb4;text-align:left;font-weight:normal"
    >
      ${label}
    </th>
    <td style="padding:6px 0;border-bottom:1px solid #d9cbb4;text-align:right">${value}</td>
  </tr> `

const page = (subject: string, body: Html[], foot: string[]): Html =>
  html`<!doctype html>
    <html lang="es">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${subject}</title>
      </head>
      <body style="margin:0;padding:24px 12px;background:#f1e8d9;color:#2a211b">
        <div
          style="max-width:560px;margin:0 auto;padding:28px;border-radius:8px;background:#fffaf1;font:16px/1.55 Georgia,serif"
        >
          <p style="margin:0 0 20px;font-size:22px;color:#8e2a22">Lacre</p>
          ${body}
          <div style="margin:28px 0 0;padding:14px 0 0;border-top:1px solid #d9cbb4;${small}">
            ${foot.map((line) => html`<p style="margin:0 0 4px">${line}</p>`)}
          </div>
        </div>
      </body>
    </html> `

/** Escaped HTML. Only `html` makes it, so that no mail contains unescaped text. */
export type Html = { readonly markup: string }

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
const markupOf = (value: string | Html | Html[]): string =>
  typeof value === 'string'
    ? escaped(value)
    : Array.isArray(value)
      ? value.map(markupOf).join('')
      : value.markup

/** A template that escapes every value not made by `html`. */
export const html = (pieces: TemplateStringsArray, ...values: (string | Html | Html[])[]): Html => ({
  markup: pieces.map((piece, i) => piece + (i < values.length ? markupOf(values[i] ?? '') : '')).join(''),
})

/** A part of a mail; text and HTML are both made from it, so they always agree. */
export type Part = string | { link: string; label: string } | { table: [label: string, value: string][] }

/** No personal data in the subject: it shows on locked screens. */
export type MailContent = { subject: string; parts: Part[] }

/** The sender: the base of links, and the site's operator, as the law requires (LSSI, art. 10). */
export type Branding = {
  publicUrl: URL
  operator: { name: string | null; nif: string | null; address: string | null; email: string | null }
}

export const linkTo = ({ publicUrl }: Branding, path: string): string => new URL(path, publicUrl).href
