/** Why nobody can work on this database: a sentence for whoever runs it. */
export class DatabaseTrouble extends Error {
  code: 'no-installation' | 'in-use' | 'other-major' | 'newer-version' | 'keeps-ending' | 'does-not-start'
  constructor(code: DatabaseTrouble['code'], sentence: string) {
    super(sentence)
    this.code = code
  }
}

/** Of SQLSTATE: connections, what there is not enough of (the disk, connections), and a server that ends or starts. */
const states = /^(08|53|57P)/
const ofSockets = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE']
const withoutCode =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

/** Did a query fail because the database was not there for it? It says nothing about what was asked. */
export function isDatabaseAway(error: unknown): boolean {
  const { code = '', message } = error as Error & { code?: string }
  return states.test(code) || ofSockets.includes(code) || withoutCode.test(message)
}
