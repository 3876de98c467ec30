import type { FastifyReply } from 'fastify'

/** The answer is a file to keep; a browser that shows it all the same runs nothing of it. */
export const attachment = (reply: FastifyReply, type: string, name: string): FastifyReply =>
  reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-security-policy', "default-src 'none'; sandbox")
