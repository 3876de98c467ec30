import { readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { openPrintRoom, type PrintRoom, textsOf } from '../testing/console-app.ts'
import { ownFolder } from '../testing/own-folder.ts'
import { closeBatch } from './close-batch.ts'
import { markBatch } from './mark-batch.ts'
import { letterPdf, reprintLetter } from './letters.ts'
import { batch, posted } from '../operating/letter-commands.ts'

let app: PrintRoom
let folder: string
beforeEach(async () => {
  app = await openPrintRoom()
  folder = join(ownFolder(), 'batches')
})

const runBatch = (name?: string) => batch(app.world, { folder, by: 'test', name })
const runPosted = (name: string) => posted(app.world, { name, by: 'test' })
const mails = () => app.db.selectFrom('mail').select(['kind', 'key', 'recipient', 'data']).execute()
const states = async () =>
  (await app.db.selectFrom('letter').select('state').orderBy('state').execute()).map(({ state }) => state)
const storedHash = async () =>
  (await app.db.selectFrom('print_batch').select('pdf_sha256').executeTakeFirstOrThrow()).pdf_sha256

test('batch writes one file for printing and one list, for their owner only, and says where', async () => {
  await app.put({ name: 'one' })
  await app.put({ name: 'two', pages: 4 })
  const { says, trouble } = await runBatch()
  const pdf = await readFile(join(folder, 'B0001.pdf'))
  const hash = createHash('sha256').update(pdf).digest('hex')
  expect(says).toBe(
    `Tanda B0001: 2 cartas, 3 hojas.\n  ${join(folder, 'B0001.pdf')}\n  ${join(folder, 'B0001.csv')}\n  SHA-256 ${hash}\n` +
      'Imprima a doble cara (borde largo) y sin ajustar el tamaño, o la dirección saldrá de la ventana.',
  )
  expect(trouble).toBe(false)
  expect(await textsOf(pdf)).toEqual(['one 1', '', 'two 1', 'two 2', 'two 3', 'two 4'])
  expect(await storedHash()).toBe(hash)
  expect((await readdir(folder)).sort()).toEqual(['B0001.csv', 'B0001.pdf'])
  for (const name of await readdir(folder)) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

test('with nothing paid, batch says so and writes nothing', async () => {
  await app.put({ name: 'unpaid', state: 'frozen' })
  expect(await runBatch()).toEqual({
    says: 'No hay cartas pagadas en espera: no se ha cerrado ninguna tanda.',
    trouble: false,
  })
  await expect(readdir(folder)).rejects.toThrow('ENOENT')
})

test('batch B0001 writes the same files again', async () => {
  await app.put({ name: 'one' })
  await runBatch()
  const before = await readFile(join(folder, 'B0001.pdf'))
  await rm(folder, { recursive: true })
  app.clock.pass(86_400_000)
  await app.put({ name: 'later' })
  expect(await runBatch('b1')).toMatchObject({ trouble: false })
  expect((await readFile(join(folder, 'B0001.pdf'))).equals(before)).toBe(true)
  expect(await states()).toEqual(['batched', 'paid'])
})

test('a batch that was closed but not written is written by the next command', async () => {
  await app.put({ name: 'one' })
  await closeBatch(app.world, { by: 'test' }) // and then the power went
  expect(await runPosted('B0001')).toEqual({
    says: 'La tanda B0001 todavía no tiene archivos. Use primero: batch B0001',
    trouble: true,
  })
  expect((await runBatch()).says).toContain('Tanda B0001: 1 carta, 1 hoja.')
  expect(await readdir(folder)).toContain('B0001.pdf')
  expect((await runBatch()).says).toContain('No hay cartas pagadas')
})

test('what was marked printed is not written again by itself, though a letter has left it since', async () => {
  await app.put({ name: 'one' })
  const id = await app.put({ name: 'two' })
  await runBatch()
  await markBatch(app.world, { id: 1, mark: 'printed', by: 'test' })
  await app.db.updateTable('letter').set({ pdf_sha256: 'another' }).where('id', '=', id).execute()
  expect(await letterPdf(app.world, id, { by: 'test', why: 'reprint' })).toBe('damaged')
  expect((await runBatch()).says).toContain('No hay cartas pagadas')
  expect((await runBatch('B0001')).says).toContain('Tanda B0001: 1 carta, 1 hoja.')
})

test('when the files cannot be written the batch stays unmade, and no half file lies about', async () => {
  await app.put({ name: 'one' })
  await writeFile(folder, 'a file where the folder should be')
  await expect(runBatch()).rejects.toThrow(/EEXIST|ENOTDIR/)
  expect(await storedHash()).toBe('')
  await rm(folder)
  expect((await runBatch()).says).toContain('Tanda B0001')
})

test('a file that comes out different from the first time is told', async () => {
  await app.put({ name: 'one' })
  await runBatch()
  await app.db.updateTable('print_batch').set({ pdf_sha256: 'another' }).execute()
  const { says, trouble } = await runBatch('B0001')
  expect(trouble).toBe(true)
  expect(says).toContain('ATENCIÓN: el archivo no es igual al de la primera vez, aunque cada carta sí lo es.')
  expect(await storedHash()).toBe('another')
})

test('a batch with only a damaged letter leaves no file, and raises an issue', async () => {
  const id = await app.put({ name: 'one' })
  await app.db.updateTable('letter').set({ pdf_sha256: 'another' }).execute()
  expect(await runBatch()).toEqual({
    says: `Tanda B0001: 0 cartas, 0 hojas.\nATENCIÓN: la carta ${id} no está en la tanda: alguien debe revisarla.`,
    trouble: true,
  })
  await expect(readdir(folder)).rejects.toThrow('ENOENT')
  expect((await runBatch()).says).toContain('No hay cartas pagadas')
})

test('posted tells each sender once, with the estimated day of arrival (design/letter.md#told-by-mail)', async () => {
  app.clock.set('2026-11-20T23:30:00Z') // Saturday the 21st in Madrid
  const id = await app.put({ name: 'one' })
  await app.put({ name: 'two' })
  await runBatch()
  expect(await mails()).toEqual([])
  expect(await runPosted('B0001')).toEqual({
    says: 'Tanda B0001: 2 cartas marcadas como enviadas.',
    trouble: false,
  })
  expect(await runPosted('1')).toEqual({
    says: 'Tanda B0001: 0 cartas marcadas como enviadas.\n2 ya lo estaban.',
    trouble: false,
  })
  expect(await states()).toEqual(['posted', 'posted'])
  expect(await mails()).toHaveLength(2)
  expect(await mails()).toContainEqual({
    kind: 'posted',
    key: id,
    recipient: 'ana@example.org',
    data: { letterId: id, arrival: '2026-11-26' },
  })
  const job = app.db.selectFrom('print_job').select(['is_void', 'posted_at']).where('letter_id', '=', id)
  expect(await job.executeTakeFirst()).toEqual({ is_void: false, posted_at: app.clock.now() })
})

test('a letter stopped after printing, or printed again, is not marked as posted, and the operator is told which', async () => {
  await app.put({ name: 'fine', postal_code: '01001' })
  const disputed = await app.put({ name: 'disputed', postal_code: '02001' })
  const damaged = await app.put({ name: 'damaged', postal_code: '03001' })
  await runBatch()
  await app.take(disputed, 'doubt', 'card-provider')
  const operator = { accountId: '', name: 'Olga', isSupervisor: false }
  expect(await reprintLetter(app.world, damaged, { reason: 'damaged', operator })).toBe('reprinted')
  expect(await runPosted('B0001')).toEqual({
    says:
      'Tanda B0001: 1 carta marcada como enviada.\n' +
      `ATENCIÓN: no envíe la carta 2 de la tanda (${disputed}): alguien debe revisarla antes.\n` +
      `ATENCIÓN: la carta 3 de la tanda (${damaged}) se imprime otra vez: márquela por separado en la consola cuando su nueva copia esté lista.`,
    trouble: true,
  })
  expect(await states()).toEqual(['batched', 'needs-person', 'posted'])
  expect(await mails()).toHaveLength(1)
})

test.each(['B0007', '7', 'nonsense', 'B', '', '99999999999'])('there is no batch %j', async (name) => {
  const answer = { says: `No existe la tanda ${name}.`, trouble: true }
  expect(await runBatch(name)).toEqual(answer)
  expect(await runPosted(name)).toEqual(answer)
})
