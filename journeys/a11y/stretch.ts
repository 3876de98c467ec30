import type { Page } from '@playwright/test'

/** Each with the narrowest page it is asked of: 320 px stand for a zoom of 400 % already (WCAG 2.2, 1.4.10). */
const ways = {
  // 1.4.4
  'text at 200 %': { from: 768, css: 'html { font-size: 32px !important }' },
  // 1.4.12
  'text spacing': {
    from: 320,
    css:
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
      'p { margin-block-end: 2em !important }',
  },
}

/** Makes the text larger and wider and names what is then cut off, covered by other text or off the page. */
export async function stretch(page: Page, width: number): Promise<string[]> {
  const faults: string[] = []
  for (const [way, { from, css }] of Object.entries(ways)) {
    if (width < from) continue
    const found = await page.evaluate(async (css) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets.push(sheet)
      await new Promise((drawn) => requestAnimationFrame(drawn))

      const found: string[] = []
      const { scrollWidth, clientWidth } = document.documentElement
      if (scrollWidth > clientWidth) {
        const all = [...document.body.querySelectorAll('*')]
        const widest = all.findLast((one) => one.getBoundingClientRect().right > clientWidth)
        found.push(`the page is ${scrollWidth - clientWidth}px too wide: ${widest?.outerHTML.slice(0, 120)}`)
      }

      const isShown = (element: Element) =>
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        getComputedStyle(element).clipPath === 'none' &&
        !element.closest('[aria-hidden=true], .visually-hidden, [inert]')
      for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
        // What is written in a field may be longer than the field.
        if (!isShown(element) || element.matches('svg *, svg, input')) continue
        const { overflowX, overflowY } = getComputedStyle(element)
        const isCut =
          (/hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
          (/hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 1)
        if (isCut) found.push(`cut: ${element.outerHTML.slice(0, 80)}`)
      }

      // Two texts on the same place, neither in a layer of its own: what stays while the page scrolls covers nothing for good,
      // and what was put above the rest has a ground of its own and can be closed.
      const isAbove = ({ position, zIndex }: CSSStyleDeclaration) =>
        /fixed|sticky/.test(position) || (position === 'absolute' && Number(zIndex) > 0)
      const layer = (element: Element | null): Element | null =>
        !element ||
        element.matches('dialog, [popover], [role=toolbar], [role=listbox]') ||
        isAbove(getComputedStyle(element))
          ? element
          : layer(element.parentElement)
      /** What a box that scrolls lets through of a text. */
      const seenOf = (box: DOMRect, parent: Element): DOMRect => {
        let { left, top, right, bottom } = box
        for (let one: Element | null = parent; one && one !== document.body; one = one.parentElement) {
          if (getComputedStyle(one).overflowY === 'visible') continue
          const frame = one.getBoundingClientRect()
          left = Math.max(left, frame.left)
          right = Math.min(right, frame.right)
          top = Math.max(top, frame.top)
          bottom = Math.min(bottom, frame.bottom)
        }
        return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
      }
      const boxes: { box: DOMRect; parent: Element }[] = []
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const parent = text.parentElement
        if (!parent || !text.textContent?.trim() || !isShown(parent)) continue
        const range = document.createRange()
        range.selectNodeContents(text)
        for (const whole of range.getClientRects()) {
          const box = seenOf(whole, parent)
          if (box.height > 0) boxes.push({ box, parent })
        }
      }
      boxes.sort((one, other) => one.box.top - other.box.top)
      for (const [at, one] of boxes.entries())
        for (let next = at + 1; next < boxes.length; next++) {
          const other = boxes[next]!
          // A page of law has a thousand lines, and each meets few others.
          if (other.box.top >= one.box.bottom) break
          if (one.parent === other.parent) continue
          const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
          const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
          // Boxes of lines are higher than their letters.
          if (wide <= 2 || high <= 0.4 * Math.min(one.box.height, other.box.height)) continue
          if (layer(one.parent) === layer(other.parent))
            found.push(
              `"${one.parent.textContent?.slice(0, 30)}" under "${other.parent.textContent?.slice(0, 30)}"`,
            )
        }
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((kept) => kept !== sheet)
      return [...new Set(found)]
    }, css)
    faults.push(...found.map((fault) => `${way}: ${fault}`))
  }
  return faults
}
