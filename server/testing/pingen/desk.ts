import { randomUUID } from 'node:crypto'
import { refusal, shown, storeLetter, type Answer, type Books, type StoredLetter } from './books.ts'
import type { Call } from './faults.ts'
import { underKey } from './keys.ts'

export type Asked = {
  method: string
  url: URL
  body: Buffer
  bearer: string | undefined
  key: string | undefined
}

const tokenLives = 43_200
const notFound = refusal(404, 'resource_not_found')

/** Which of their calls it is; the second half of the pair does it. */
export function callOf(
  asked: Asked,
  organisation: string,
): [Call, (books: Books) => Promise<Answer>] | undefined {
  const { method, url } = asked
  const path = url.pathname
  const letters = `/organisations/${organisation}/deliveries/letters`
  if (method === 'POST' && path === '/auth/access-tokens') return ['token', grantToken]
  if (method === 'GET' && path === '/file-upload') return ['file-upload', (books) => offerUpload(books, url)]
  if (method === 'PUT' && path.startsWith('/uploads/')) return ['upload', (books) => takeUpload(books, asked)]
  if (method === 'POST' && path === letters) return ['create', (books) => create(books, asked)]
  if (method === 'GET' && path === letters) return ['list', (books) => list(books, url)]
  const [, id, action] = new RegExp(`^${letters}/([^/]+)(?:/(send|cancel))?$`).exec(path) ?? []
  if (!id) return undefined
  const one = (call: Call, work: (books: Books, letter: StoredLetter) => Promise<Answer>) =>
    [
      call,
      (books: Books) => {
        const letter = books.letters.find((letter) => letter.id === id)
        return letter ? work(books, letter) : Promise.resolve(notFound)
      },
    ] as [Call, (books: Books) => Promise<Answer>]
  if (method === 'GET' && !action) return one('read', (_books, letter) => answer(200, letter))
  if (method === 'DELETE' && !action) return one('delete', remove)
  if (method === 'PATCH' && action === 'send')
    return one('send', (books, letter) => send(books, letter, asked))
  if (method === 'PATCH' && action === 'cancel') return one('cancel', cancel)
  return undefined
}

const answer = (status: number, letter: StoredLetter): Promise<Answer> =>
  Promise.resolve({ status, body: { data: shown(letter) } })
const refuse = (status: number, code: string) => Promise.resolve(refusal(status, code))

function grantToken({ tokens, now }: Books): Promise<Answer> {
  const token = randomUUID()
  tokens.set(token, now().getTime() + tokenLives * 1000)
  const body = { token_type: 'Bearer', expires_in: tokenLives, access_token: token }
  return Promise.resolve({ status: 200, body })
}

function offerUpload({ uploads }: Books, url: URL): Promise<Answer> {
  const id = randomUUID()
  const signature = randomUUID()
  uploads.set(id, { signature })
  const attributes = { url: `${url.origin}/uploads/${id}`, url_signature: signature, expires_at: null }
  return Promise.resolve({ status: 200, body: { data: { id, type: 'file_uploads', attributes } } })
}

function takeUpload({ uploads, ledger, now }: Books, { url, body, bearer }: Asked): Promise<Answer> {
  const upload = uploads.get(url.pathname.split('/').at(-1) ?? '')
  if (!upload || upload.pdf) return refuse(403, 'upload_used_or_unknown')
  // It is somebody else's store: a token that comes here has leaked.
  if (bearer) return refuse(400, 'only_one_auth_mechanism_allowed')
  upload.pdf = body
  ledger.write({ did: 'uploaded' }, now())
  return Promise.resolve({ status: 200 })
}

type Wish = { file_original_name: string; file_url: string; file_url_signature: string; auto_send: boolean }

/** The file's own address differs on each try, so the key's request is what the letter is to be, and its bytes. */
async function create(books: Books, { body, key }: Asked): Promise<Answer> {
  const { attributes } = (JSON.parse(body.toString()) as { data: { attributes: Wish } }).data
  const upload = books.uploads.get(attributes.file_url.split('/').at(-1) ?? '')
  const reference = attributes.file_original_name.replace(/\.pdf$/, '')
  const request = JSON.stringify({ ...attributes, file_url: '', file_url_signature: '' })
  const done = await underKey(books, { key, request }, () => {
    if (!upload?.pdf || upload.signature !== attributes.file_url_signature)
      return refuse(422, 'file_url_invalid')
    if (!upload.pdf.subarray(0, 5).equals(Buffer.from('%PDF-')))
      return refuse(422, 'invalid_pdf_binary_content')
    const letter = storeLetter(books, reference, upload.pdf, attributes.auto_send)
    note(books, letter, 'created', key)
    return answer(201, letter)
  })
  if (done.replayed) books.ledger.write({ did: 'replayed', reference, ...(key && { key }) }, books.now())
  return done
}

/** Newest first, by pages. */
function list({ letters }: Books, url: URL): Promise<Answer> {
  const number = Number(url.searchParams.get('page[number]') ?? 1)
  const limit = Math.min(100, Number(url.searchParams.get('page[limit]') ?? 20))
  const sorted = letters.toReversed()
  const data = sorted.slice((number - 1) * limit, number * limit).map(shown)
  const next =
    number * limit < sorted.length ? `${url.origin}${url.pathname}?page[number]=${number + 1}` : null
  return Promise.resolve({ status: 200, body: { data, links: { next }, meta: { total: sorted.length } } })
}

async function send(books: Books, letter: StoredLetter, { key, body }: Asked): Promise<Answer> {
  return underKey(books, { key, request: body.toString() }, () => {
    if (letter.status !== 'valid') return refuse(422, 'letter_cannot_be_sent')
    letter.status = 'submitted'
    note(books, letter, 'sent', key)
    return answer(200, letter)
  })
}

function cancel(books: Books, letter: StoredLetter): Promise<Answer> {
  if (!['submitted', 'accepted'].includes(letter.status)) return refuse(422, 'letter_cannot_be_cancelled')
  letter.status = 'cancelled'
  note(books, letter, 'cancelled')
  return answer(202, letter)
}

function remove(books: Books, letter: StoredLetter): Promise<Answer> {
  if (!['validating', 'valid', 'action_required', 'cancelled'].includes(letter.status))
    return refuse(422, 'letter_cannot_be_deleted')
  books.letters.splice(books.letters.indexOf(letter), 1)
  note(books, letter, 'deleted')
  return Promise.resolve({ status: 204 })
}

export function note(
  books: Books,
  letter: StoredLetter,
  did: Parameters<Books['ledger']['write']>[0]['did'],
  key?: string,
) {
  const { id, reference, sha256, pages } = letter
  books.ledger.write(
    { did, letter: id, reference, sha256, ...(pages && { pages }), ...(key && { key }) },
    books.now(),
  )
}
