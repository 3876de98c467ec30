import { failure } from '@lacre/letter/calls.ts'
import type { FastifyReply } from 'fastify'

const security = [{ bearer: [] }]
const tags = ['sala de imprenta']

/** What the schemas of all calls of the console have in common. */
export const call = (summary: string) => ({ summary, tags, security })
export const failures = { '4xx': failure, '5xx': failure }

/** Metadata of other people's letters: in no cache. */
export const unkept = (reply: FastifyReply) => reply.header('cache-control', 'no-store')
