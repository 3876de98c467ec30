import type { FastifyReply } from 'fastify'

/** What is a person's own stays in their browser's window: no cache keeps it, nothing is guessed about its type. */
export const keepPrivate = (reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
