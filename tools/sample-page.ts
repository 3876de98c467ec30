import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { type Address, joinAddress } from '../letter/address/address.ts'
import { day } from '../letter/days.ts'
import { createTypesetter } from '../server/typesetting/pool.ts'
import { temporaryFolder } from './temporary-folder.ts'

/*
 * `node tools/sample-page.ts` sets the letter of the landing page anew, as it would be printed, into
 * web/src/landing/sample-page.webp. It needs `pdftoppm` of poppler-utils.
 */
const origin: Address = {
  name: 'Marta Vega Prieto',
  street: 'Calle Larios, 3',
  city: 'Málaga',
  state: '',
  postalCode: '29005',
  country: 'España',
}
const destination = {
  ...origin,
  name: 'Rosa Vega Prieto',
  street: 'Calle Mayor 12, 2.º B',
  city: 'Soria',
  postalCode: '42001',
}
const content = [
  'Querida abuela:',
  'Me preguntaste por teléfono cómo es la casa nueva y te dije que bien. Pero hay que contarla despacio: por la mañana la luz entra hasta la cocina, y a las nueve ya se puede desayunar sin encender nada.',
  'Las macetas que me diste han echado hojas nuevas, y en la ventana he puesto la tuya, la de la hierbabuena. Los vecinos de abajo la huelen desde el patio y el domingo me pidieron un esqueje.',
  'Dice Julián que en primavera vendremos a verte con el coche y que te traerá a conocerla. Hay un cuarto para ti, con la cama que da a la calle tranquila.',
  'Escríbeme cuando puedas; aquí el buzón es mío y todavía no lo ha estrenado nadie.',
  'Un abrazo muy fuerte,',
  'Marta',
]
const typesetter = createTypesetter({ size: 1 })
const made = await typesetter.prepare({
  body: {
    content: content.map((words) => `<p>${words}</p>`).join(''),
    origin: joinAddress(origin),
    originAddress: origin,
    destination: joinAddress(destination),
    destinationAddress: destination,
    style: 'libro',
  },
  day: day('2026-05-04'),
  ahead: 0,
  closed: [],
  sheetCode: '3f2a9c1d7b4e',
  publicUrl: 'http://localhost',
})
await typesetter.close()
if (!('pdf' in made)) throw new Error('the sample letter cannot be set')

const folder = temporaryFolder()
const pdf = join(folder, 'page.pdf')
writeFileSync(pdf, made.pdf)
execFileSync('pdftoppm', ['-r', '170', '-png', '-singlefile', pdf, join(folder, 'page')])
const picture = sharp(readFileSync(join(folder, 'page.png'))).resize(700, 990)
await picture
  .webp({ quality: 62 })
  .toFile(new URL('../web/src/landing/sample-page.webp', import.meta.url).pathname)
