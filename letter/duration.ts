/** Milliseconds. Only these functions make one, so that seconds or days cannot slip in. */
export type Ms = number & { readonly unit: 'ms' }

export const milliseconds = (count: number): Ms => count as Ms
export const seconds = (count: number): Ms => milliseconds(count * 1000)
export const minutes = (count: number): Ms => seconds(count * 60)
export const hours = (count: number): Ms => minutes(count * 60)
export const days = (count: number): Ms => hours(count * 24)

/** For the few who count in seconds: headers, tokens, the providers. */
export const inSeconds = (duration: Ms): number => duration / 1000

export const later = (instant: Date, wait: Ms): Date => new Date(instant.getTime() + wait)
export const earlier = (instant: Date, past: Ms): Date => new Date(instant.getTime() - past)
