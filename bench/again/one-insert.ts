/** node bench/again/one-insert.ts <database>: Fastify, one route with one INSERT, and nothing else. Says its address when it listens. */
import Fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.argv[2] })
await pool.query('create table if not exists bare_letter (id bigserial primary key, body text not null)')
const app = Fastify()
app.post('/letters/', async ({ body }, reply) => {
  const { rows } = await pool.query<{ id: string }>(
    'insert into bare_letter (body) values ($1) returning id',
    [JSON.stringify(body)],
  )
  return reply.code(201).send({ id: rows[0]!.id })
})
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }))
process.once('disconnect', () => process.exit())
