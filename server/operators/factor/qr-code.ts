/** As SVG, for a page to show; black on nothing. Loaded when somebody first asks: it weighs more than the rest. */
export async function qrCode(text: string): Promise<string> {
  const { default: bwip } = await import('bwip-js/node')
  return bwip.toSVG({ bcid: 'qrcode', text })
}
