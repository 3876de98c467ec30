/**
 * Proof that a person is registering. `answer` is what the widget gave (`recaptcha_token`), `ip` the caller's address.
 * @throws when the provider gives no answer: the caller must refuse with "try again", never let pass.
 */
export type Captcha = { verify(answer: string, ip: string): Promise<boolean> }
