/** What an operator is called on the command line and in the record. */
export const rankOf = ({ isSupervisor }: { isSupervisor: boolean }): string =>
  isSupervisor ? 'responsable' : 'operador'
