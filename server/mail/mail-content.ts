/** One part of a message; its text and its HTML are both made from it, so that they say the same. */
export type Part =
  { says: string } | { link: string; label: string } | { table: [label: string, value: string][] }

/** No personal data in the subject: it shows on locked screens. */
export type MailContent = { subject: string; parts: Part[] }

/** Who writes to the reader: where links lead, and whoever runs the site, as the law wants it said (LSSI, art. 10). */
export type Branding = {
  publicUrl: URL
  operator: { name: string | null; nif: string | null; address: string | null; email: string | null }
}

export const linkTo = ({ publicUrl }: Branding, path: string): string => new URL(path, publicUrl).href
