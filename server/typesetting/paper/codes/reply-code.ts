import { drawSquares } from './squares.ts'

/** What the recipient's telephone reads (docs/decisions/reply-code.md). */
export const drawReplyCode = (link: string): Promise<string> =>
  drawSquares('qrcode', link, 'eclevel=L', '#000')
