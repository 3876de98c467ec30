/** Why nobody can work on this database: a sentence for whoever runs it. */
export class DatabaseTrouble extends Error {
  code: 'no-installation' | 'in-use' | 'other-major' | 'newer-version' | 'keeps-ending'
  constructor(code: DatabaseTrouble['code'], sentence: string) {
    super(sentence)
    this.code = code
  }
}
