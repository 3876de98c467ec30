/** Works on each row, whatever becomes of the others. @throws what failed first, once all were tried; `about`: its id. */
export async function tryEach(ids: string[], work: (id: string) => Promise<unknown>): Promise<void> {
  const failures: Error[] = []
  for (const id of ids)
    await work(id).catch((error: Error) => failures.push(Object.assign(error, { about: id })))
  if (failures[0]) throw failures[0]
}
