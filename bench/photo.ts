/**
 * node bench/photo.ts [rounds], after npm run build: processor time of a new letter with one photo, from its body to the stored row, the
 * server's and its children's, against setting the same letter alone, with the photo ready to be printed
 * (design/writing.md#pictures-kept-once). Photos as the browser scales them, of some 400 KB.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { madridDay } from '@lacre/letter/days.ts'
import { callAt, register } from '../faults/client/calls.ts'
import { writeTo } from '../faults/client/letters.ts'
import { seedOf } from '../faults/seed.ts'
import { openWorld } from '../faults/world.ts'
import { letterToSet, draftOf } from '../server/typesetting/draft.ts'
import { findFonts } from '../server/typesetting/fonts.ts'
import { createTypstCompiler } from '../server/typesetting/compile.ts'
import { normalisePicture } from '../server/typesetting/pictures.ts'
import { readBody, readLetter } from '../server/typesetting/read.ts'
import { processorTime } from './processor-time.ts'
import { figuresInTurns, inMs, ratioOf, type Times } from './turns/in-turns.ts'

const rounds = Number(process.argv[2] ?? 20)
/** In each round; a new account then, since one that is not proven keeps 64 MB of letters. */
const letters = 5
const world = await openWorld({ seed: 1, postgres: 'embedded' })
const { url } = world.nodes[0]!
const compiler = createTypstCompiler(mkdtempSync(join(tmpdir(), 'bench-')), findFonts())
const seed = seedOf(1)

const photos = await Promise.all(
  Array.from({ length: 10 }, async () => {
    const [width, height] = [200, 150]
    const blurred = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    const jpeg = blurred.resize({ width: 1600, kernel: 'cubic' }).jpeg({ quality: 85 })
    return `data:image/jpeg;base64,${(await jpeg.toBuffer()).toString('base64')}`
  }),
)
let written = 0
function newBodies() {
  return Array.from({ length: letters }, () => {
    const { body } = writeTo(seed, `Destino ${++written}`)
    const photo = `<p><img src="${photos[written % photos.length]}" data-size="mediana" alt="Foto"></p>`
    return { ...body, content: `<p>Carta ${written}.</p>${photo}` }
  })
}

const main: Times = []
const children: Times = []
async function lacre() {
  const { token } = (await register(url))!
  const call = callAt(() => url, token)
  const bodies = newBodies()
  const before = processorTime()
  for (const body of bodies) {
    const answer = await call('POST', '/letters/', body)
    if (answer === 'no-answer') throw new Error(answer)
    if (answer.status >= 300) throw new Error(`a letter was refused: ${JSON.stringify(answer.json)}`)
  }
  const after = processorTime()
  main.push((after.main - before.main) / letters)
  children.push((after.children - before.children) / letters)
  return main.at(-1)! + children.at(-1)!
}

async function ready(body: object) {
  const sent = readBody(Buffer.from(JSON.stringify(body)))
  if ('refused' in sent) throw new Error(sent.refused)
  const read = readLetter(sent.content)
  if ('refused' in read) throw new Error(read.refused)
  const { draft } = draftOf(read, sent, { day: madridDay(new Date()), closed: [] })
  const pictures = new Map()
  for (const { name, size, ...picture } of draft.pictures) {
    const bytes = Buffer.from('bytes' in picture ? picture.bytes : '')
    pictures.set(name, await normalisePicture({ bytes, ...(size && { size }) }))
  }
  const paper = {
    day: madridDay(new Date()),
    sheetCode: `CX1.${++written}`,
    paper: 'ES-IZQ-1' as const,
    publicUrl: url,
  }
  return letterToSet(draft, pictures, paper)
}
async function compilerAlone() {
  const all = []
  for (const body of newBodies()) all.push(await ready(body))
  const before = process.cpuUsage()
  for (const letter of all) if ('refused' in (await compiler.set(letter))) throw new Error('it was refused')
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / letters
}

const times = await figuresInTurns({ lacre, compiler: compilerAlone, again: compilerAlone }, rounds)
const last = (all: Times) => inMs(all.slice(-rounds))
console.log(`a photo letter, processor time: server ${last(main)}, children ${last(children)}`)
console.log(`against the compiler alone, ${inMs(times.compiler)}: ${ratioOf(times.lacre, times.compiler)}`)
console.log(
  `the compiler against itself: ${ratioOf(times.again, times.compiler)}; load ${loadavg()[0]?.toFixed(1)}`,
)
await world.close()
process.exit(0)
