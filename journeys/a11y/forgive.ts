/** Takes back the complaints a journey provoked: a refusal (4xx, 5xx) is one in the browser's console. */
export function forgive(complaints: string[], expected: RegExp) {
  const others = complaints.filter((text) => !expected.test(text))
  complaints.splice(0, complaints.length, ...others)
}
