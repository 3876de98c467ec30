const apps =
  /\bFB(?:AN|AV|_IAB)\b|Instagram|Line\/|musical_ly|Bytedance|LinkedInApp|Snapchat|MicroMessenger|; wv\)/
/** Safari and what else may open windows of its own say so. */
const viewOfApple = /\((?:iPhone|iPad|iPod)\b(?!.*\bSafari\/)/

/** A browser inside another app, where Google refuses to sign anybody in (403 disallowed_useragent). */
export const isInsideApp = (userAgent: string): boolean => apps.test(userAgent) || viewOfApple.test(userAgent)
