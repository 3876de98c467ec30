import type { Address } from '../../letter/address/address.ts'
import { joinAddress } from '@lacre/letter/address/address.ts'
import { addDays, madridDay } from '@lacre/letter/days.ts'
import type { CreateLetterBody } from '../../letter/calls.ts'
import { inks, signatureBox, type Signature } from '../../letter/looks/signature.ts'
import type { Seed } from '../seed.ts'

const sender: Address = {
  name: 'Ana Ruiz',
  street: 'Calle Larios, 3',
  city: 'Málaga',
  state: '',
  postalCode: '29005',
  country: 'España',
}
const cities = [
  ['28013', 'Madrid'],
  ['08002', 'Barcelona'],
  ['41004', 'Sevilla'],
  ['48001', 'Bilbao'],
  ['15001', 'A Coruña'],
] as const

export type Written = { body: CreateLetterBody; recipient: string }

const sentence = 'Hay cosas que no caben en un mensaje, y por eso te escribo esta carta con calma. '

export const drawSignature = (seed: Seed): Signature => ({
  colour: seed.pick(inks),
  strokes: [Array.from({ length: 12 }, (_, at) => seed.below(at % 2 ? signatureBox.h : signatureBox.w))],
})
const signed = 0.3
const long = 0.05

/** A letter to a unique recipient. The name stands only in the address, and identifies the letter on paper. */
export function writeTo(seed: Seed, name: string): Written {
  const [postalCode, city] = seed.pick(cities)
  const to: Address = { name, street: 'Calle Mayor, 1', city, state: '', postalCode, country: 'España' }
  const paragraphs = seed.is(long)
    ? Array<string>(3).fill(`<p>${sentence.repeat(36)}</p>`)
    : Array.from({ length: 1 + seed.below(3) }, () => `<p>${sentence.repeat(1 + seed.below(3))}</p>`)
  return {
    recipient: name.toUpperCase(),
    body: {
      content: `<p>Carta ${seed.below(1e9)}.</p>${paragraphs.join('')}`,
      origin: joinAddress(sender),
      destination: joinAddress(to),
      originAddress: sender,
      destinationAddress: to,
      ...(seed.is(signed) && { signature: drawSignature(seed), seal: true, replyCode: true }),
    },
  }
}

/** The same letter with a posting day, `ahead` days from `now`. */
export const forDay = ({ body, recipient }: Written, now: number, ahead: number): Written => ({
  recipient,
  body: { ...body, postOn: addDays(madridDay(new Date(now)), ahead) },
})

/** An edit: it replaces the unpaid letter to the same recipient (design/sending.md#same-letter-same-intent). */
export const edited = ({ body, recipient }: Written): Written => ({
  recipient,
  body: { ...body, content: `${body.content}<p>Y una cosa más.</p>` },
})
