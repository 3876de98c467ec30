/** One of several kinds of data, each under its name; `Tag` is where the name stands. */
export type Tagged<Tag extends string, Kinds, Name extends keyof Kinds = keyof Kinds> = {
  [One in Name]: Record<Tag, One> & Kinds[One]
}[Name]

/** Does what an effect says. */
export const run = <Kinds, Name extends keyof Kinds>(
  perform: { [One in keyof Kinds]: (effect: Kinds[One]) => unknown },
  effect: Tagged<'do', Kinds, Name>,
): unknown => perform[effect.do](effect)
