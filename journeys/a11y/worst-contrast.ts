import sharp from 'sharp'
import type { Page } from '@playwright/test'

export type Rgb = [number, number, number]
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
  let picture: Picture | undefined
  for (const target of targets) {
    const { colour, boxes, isCovered, hasScrolled } = await textOf(page, target)
    if (hasScrolled) picture = undefined
    if (isCovered) ratios.push(Infinity)
    else if (boxes.length === 0) ratios.push(0)
    else ratios.push(worstBehind((picture ??= await take(page)), colour, boxes))
  }
  await page.evaluate(
    (sheet) => (document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)),
    sheet,
  )
  return ratios
}

/**
 * Where an element's text is seen and of what colour, and whether the page had to be scrolled for it: a picture costs more than
 * all else here. No `boxes`: nothing to measure; `isCovered`: an open list covers all of it.
 */
async function textOf(page: Page, target: string) {
  const element = page.locator(target).first()
  return element.evaluate((node: HTMLElement) => {
    const topOf = ({ x, y, width, height }: Box) => document.elementFromPoint(x + width / 2, y + height / 2)
    const isSeen = (box: Box) => {
      const { y, width, height } = box
      const top = topOf(box)
      return (
        width > 0 && height > 0 && y >= 0 && y + height <= innerHeight && (top === node || node.contains(top))
      )
    }
    function boxesOf() {
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
      return boxes
    }
    /** To its corners: where bars stick to a dialog's edge, only a part of a line may be under them. */
    const isWhole = (box: Box) =>
      [1, box.width / 2, box.width - 1].every((across) =>
        [1, box.height / 2, box.height - 1].every((down) =>
          isSeen({ x: box.x + across, y: box.y + down, width: 1, height: 1 }),
        ),
      )
    let boxes = boxesOf()
    const hasScrolled = !boxes.every(isWhole)
    if (hasScrolled) {
      node.scrollIntoView({ block: 'center' })
      boxes = boxesOf()
    }
    const whole = boxes.filter(isWhole)
    const colour = (getComputedStyle(node).color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
    return {
      colour: colour as Rgb,
      boxes: (whole.length > 0 ? whole : boxes.filter(isSeen)).map(({ x, y, width, height }) => ({
        x,
        y,
        width,
        height,
      })),
      isCovered:
        boxes.length > 0 &&
        boxes.every((box) => {
          const list = topOf(box)?.closest('[role=listbox]')
          return !!list && !list.contains(node)
        }),
      hasScrolled,
    }
  })
}

type Picture = { data: Buffer; info: { width: number; height: number; channels: number } }

/** What is in view. */
const take = async (page: Page): Promise<Picture> =>
  sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })

/** The contrast with the least favourable pixel behind the text, where the text is not drawn. */
function worstBehind({ data, info }: Picture, colour: Rgb, boxes: Box[]): number {
  const backgrounds = new Set<number>()
  for (const { x, y, width, height } of boxes)
    for (let row = Math.ceil(y); row < Math.floor(y + height); row++)
      for (
        let column = Math.max(0, Math.ceil(x));
        column < Math.min(info.width, Math.floor(x + width));
        column++
      )
        backgrounds.add(data.readUIntBE((row * info.width + column) * info.channels, 3))
  const ratios = [...backgrounds].map((rgb) => contrast(colour, [rgb >> 16, (rgb >> 8) & 255, rgb & 255]))
  return Math.min(...ratios)
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
