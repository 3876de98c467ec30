/** The captcha's or the sign-in's provider gave no answer: nobody passes, and trying again later may help (503). */
export class ProviderSilent extends Error {
  statusCode = 503
}

/** @throws ProviderSilent when it fails */
export const answerOf = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((cause: unknown) => {
    throw new ProviderSilent('no answer', { cause })
  })
