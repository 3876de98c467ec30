import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'

const points = (mm: number) => (mm / 25.4) * 72

/** Pages with the address where their window is. `returnLine` stands where their stamp goes. */
export async function pingenPdf({
  pages = 1,
  address = ['LUIS GOMEZ', 'GRAN VIA 10', '28013 MADRID', 'SPAIN'],
  returnLine = '',
} = {}): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (let number = 1; number <= pages; number++) {
    const page = pdf.addPage([595.28, 841.89])
    const write = (text: string, mm: number) =>
      page.drawText(text, { x: points(25), y: 841.89 - points(mm), size: 10, font })
    write(`page ${number}`, 120)
    if (number > 1) continue
    if (returnLine) write(returnLine, 56)
    address.forEach((line, i) => write(line, 64 + i * 4.8))
  }
  return Buffer.from(await pdf.save())
}
