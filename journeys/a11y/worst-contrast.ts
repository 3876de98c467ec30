import sharp from 'sharp'
import type { Page } from '@playwright/test'

type Rgb = [number, number, number]
type Box = { x: number; y: number; width: number; height: number }

/** Of each in turn, in pictures without any text. By a sheet of its own: the editor would take back a style on what it draws. */
export async function worstContrasts(page: Page, targets: string[]): Promise<number[]> {
  if (targets.length === 0) return []
  const sheet = await page.evaluateHandle(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { -webkit-text-fill-color: transparent !important; caret-color: transparent !important }',
    )
    document.adoptedStyleSheets.push(sheet)
    return sheet
  })
  const ratios: number[] = []
  for (const target of targets) ratios.push(await worstContrast(page, target))
  await page.evaluate(
    (sheet) => (document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)),
    sheet,
  )
  return ratios
}

/**
 * The contrast of an element's text against the least favourable pixel behind it, where the text is not drawn. 0 when there is
 * nothing to measure; infinite when an open list covers all of it.
 */
async function worstContrast(page: Page, target: string): Promise<number> {
  const element = page.locator(target).first()
  const { colour, boxes, isCovered } = await element.evaluate((node: HTMLElement) => {
    node.scrollIntoView({ block: 'center' })
    const topOf = ({ x, y, width, height }: Box) => document.elementFromPoint(x + width / 2, y + height / 2)
    const visible = (box: Box) => {
      const { y, width, height } = box
      const top = topOf(box)
      return (
        width > 0 && height > 0 && y >= 0 && y + height <= innerHeight && (top === node || node.contains(top))
      )
    }
    const boxes: Box[] = []
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.textContent?.trim()) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      boxes.push(...range.getClientRects())
    }
    if (node instanceof HTMLInputElement) {
      const { x, y, width, height } = node.getBoundingClientRect()
      boxes.push({ x: x + 4, y: y + 4, width: width - 8, height: height - 8 })
    }
    const colour = (getComputedStyle(node).color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
    return {
      colour: colour as Rgb,
      boxes: boxes.filter(visible).map(({ x, y, width, height }) => ({ x, y, width, height })),
      isCovered:
        boxes.length > 0 &&
        boxes.every((box) => {
          const list = topOf(box)?.closest('[role=listbox]')
          return !!list && !list.contains(node)
        }),
    }
  })
  if (isCovered) return Infinity
  return boxes.length ? worstBehind(page, colour, boxes) : 0
}

async function worstBehind(page: Page, colour: Rgb, boxes: Box[]): Promise<number> {
  const clip = around(boxes)
  const { data, info } = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const backgrounds = new Set<number>()
  for (const { x, y, width, height } of boxes)
    for (let row = Math.ceil(y) - clip.y; row < Math.floor(y + height) - clip.y; row++)
      for (
        let column = Math.max(0, Math.ceil(x) - clip.x);
        column < Math.min(info.width, Math.floor(x + width) - clip.x);
        column++
      )
        backgrounds.add(data.readUIntBE((row * info.width + column) * info.channels, 3))
  const ratios = [...backgrounds].map((rgb) => contrast(colour, [rgb >> 16, (rgb >> 8) & 255, rgb & 255]))
  return Math.min(...ratios)
}

/** Whole pixels: no more of the page is drawn, packed and unpacked than is looked at. */
function around(boxes: Box[]): Box {
  const x = Math.max(0, Math.floor(Math.min(...boxes.map((box) => box.x))))
  const y = Math.floor(Math.min(...boxes.map((box) => box.y)))
  const right = Math.ceil(Math.max(...boxes.map((box) => box.x + box.width)))
  const bottom = Math.ceil(Math.max(...boxes.map((box) => box.y + box.height)))
  return { x, y, width: right - x, height: bottom - y }
}

/** WCAG 2, 1.4.3. */
export function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const luminance = (colour: Rgb) => {
  const [r, g, b] = colour.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
