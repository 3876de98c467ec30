import { checkRecipient, checkSender } from '@lacre/letter/address/recipient.ts'
import type { Address } from '@lacre/letter/address/address.ts'
import type { CreateLetterBody, PreviewProblem } from '@lacre/letter/calls.ts'
import { isEmptyContent } from '@lacre/letter/content/plain-text.ts'
import { readHtml } from '@lacre/letter/content/reading/read-html.ts'
import { previewProblem } from './preview-problem.ts'
import { cleanFields, readAddress, type Draft } from '../freeze/read-draft.ts'
import { emptyLetter, refusalOfExcess } from '../freeze/refusals.ts'

const nowhere: Address = { name: '', street: '', city: '', state: '', postalCode: '', country: '' }

/**
 * A letter that is still being written: where `readDraft` refuses, this one says what is wrong and goes on with what
 * there is. No draft means that not even its content can be read.
 */
export function previewDraft(body: CreateLetterBody): { draft?: Draft; problems: PreviewProblem[] } {
  const read = readHtml(body.content)
  if ('refused' in read) return { problems: [previewProblem(refusalOfExcess[read.refused])] }

  const origin = readAddress(body.origin, body.originAddress, 'remite')
  const destination = readAddress(body.destination, body.destinationAddress, 'destinatario')
  const problems: PreviewProblem[] = []
  if (isEmptyContent(read.content)) problems.push(previewProblem(emptyLetter))

  const sender = 'refused' in origin ? origin : checkSender(origin)
  if (sender) problems.push(previewProblem(sender, { at: 'sender' }))
  const recipient = 'refused' in destination ? destination : checkRecipient(destination)
  if (recipient) problems.push(previewProblem(recipient, { at: 'recipient' }))

  return {
    draft: {
      content: read.content,
      origin: 'refused' in origin ? cleanFields(body.originAddress ?? nowhere) : origin,
      destination: 'refused' in destination ? cleanFields(body.destinationAddress ?? nowhere) : destination,
    },
    problems,
  }
}
