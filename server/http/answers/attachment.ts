import type { FastifyReply } from 'fastify'
import { z } from 'zod'

const bytes = z.unknown().meta({ type: 'string', format: 'binary' })

/** In a call's `response`: bytes of one of these types, which no schema checks. */
export const fileOf = (...types: string[]) => ({
  content: Object.fromEntries(types.map((type) => [type, { schema: bytes }])),
})

/** The answer is a file to keep; a browser that shows it all the same runs nothing of it. */
export const attachment = (reply: FastifyReply, type: string, name: string): FastifyReply =>
  reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-security-policy', "default-src 'none'; sandbox")
