/** What a printer keeps with a letter of ours and shows again; it names nobody. */
export const referenceOf = (letterId: string, attempt: number) => `lacre-${letterId}-a${attempt}`

/** At most 64 characters with the word that says which call it is for, and the same for ever. */
export const keyOf = (letterId: string, attempt: number) => `lacre:${letterId}:a${attempt}`

export const isOurs = (reference: string) => /^lacre-[\da-f-]{36}-a\d+$/.test(reference)
