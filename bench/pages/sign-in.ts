/** A session of somebody new, as the sandbox's provider gives it. */
export async function signIn(address: string, name = 'ana'): Promise<string> {
  const post = async (path: string, body: object) => {
    const answer = await fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as Record<string, string>
  }
  const { credential } = await post('/sandbox/social/credential', { email: `${name}@ejemplo.test` })
  const { access_token = '' } = await post('/auth/google/login', { token: credential })
  return access_token
}
