/** Symbol fonts, by the letters that word processors write in them. */
const fonts: Record<string, Map<string, string>> = {
  wingdings: pairs('à→ß←á↑â↓ä↗ã↖æ↘å↙è➔ð⇨ï⇦ñ⇧ò⇩ü✓û✗¨☐þ☑ý☒l●n■u◆o□q□§▪v❖Ø➢J☺L☹F☞E☜(☎*✉"✂«★'),
  symbol: pairs(
    'aαbβcχdδeεfφgγhηiιjϕkκlλmμnνoοpπqθrρsσtτuυvϖwωxξyψzζAΑBΒCΧDΔEΕFΦGΓHΗIΙKΚLΛMΜNΝOΟPΠQΘRΡSΣTΤUΥVςWΩXΞYΨZΖ' +
      '£≤³≥¹≠»≈¥∞®→¬←\u00ad↑¯↓«↔Þ⇒Û⇔´×¸÷Ö√å∑ò∫¶∂Ñ∇Î∈Ç∩È∪Æ∅"∀$∃^⊥¢′²″·•',
  ),
}
function pairs(text: string): Map<string, string> {
  return new Map(text.match(/[^]{2}/g)?.map((pair): [string, string] => [pair[0]!, pair[1]!]))
}

/** The symbol font that comes first; '' for any other. */
export const signFont = (family: string): string =>
  /^\s*["']?(wingdings|symbol)["']?\s*(?:,|$)/i.exec(family)?.[1]?.toLowerCase() ?? ''

/** Windows repeats such letters from U+F000 on. */
export const signsFor = (text: string, font: string | undefined): string =>
  font
    ? Array.from(text, (one) => {
        const code = one.charCodeAt(0)
        const letter = code >= 0xf000 && code < 0xf100 ? String.fromCharCode(code - 0xf000) : one
        return fonts[font]?.get(letter) ?? one
      }).join('')
    : text
