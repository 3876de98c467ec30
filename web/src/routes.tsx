import type { ComponentType } from 'react'
import { NotFound, NotLoaded } from './layout/error-page.tsx'
import { fetchText, type ReadText } from './texts/fetch-text.ts'
import type { Screen } from './texts/text-page.tsx'

/** `file`: the module of the screen. The build inlines its styles into the prerendered page. */
export type Route = { title: string; file: string; lang?: 'en'; text?: string }

const textPage = { file: 'texts/text-page.tsx' }

/** The site on one page (specification, section 2; design/accounts.md#password-reset). */
export const routes: Record<string, Route> = {
  '/': { title: 'Lacre: envía cartas personales de forma fácil y rápida', file: 'landing/landing.tsx' },
  '/write': { title: 'Escribir una carta · Lacre', file: 'write/write.tsx' },
  '/register': { title: 'Crear cuenta · Lacre', file: 'account/register.tsx' },
  '/login': { title: 'Iniciar sesión · Lacre', file: 'account/login.tsx' },
  '/verify-email': { title: 'Email verification · Lacre', file: 'account/verify-email.tsx', lang: 'en' },
  '/forgot-password': { title: 'Recuperar el acceso · Lacre', file: 'account/forgot-password.tsx' },
  '/reset-password': { title: 'Elegir una contraseña nueva · Lacre', file: 'account/reset-password.tsx' },
  '/success': { title: 'Pedido · Lacre', file: 'sent/success.tsx' },
  '/my-letters': { title: 'Mis cartas · Lacre', file: 'my-letters/my-letters.tsx' },
  '/address-book': { title: 'Libreta de direcciones · Lacre', file: 'address-book/address-book.tsx' },
  '/profile': { title: 'Mi Perfil · Lacre', file: 'profile/profile.tsx' },
  '/print-room': { title: 'Imprenta · Lacre', file: 'print-room/print-room.tsx' },
  '/about-us': { title: 'Quiénes somos · Lacre', text: 'about-us', ...textPage },
  '/privacy-policy': { title: 'Política de privacidad · Lacre', text: 'privacy-policy', ...textPage },
  '/terms-of-use': { title: 'Términos de uso · Lacre', text: 'terms-of-use', ...textPage },
}

const screens = import.meta.glob<Screen>([
  './account/{register,login,verify-email,forgot-password,reset-password}.tsx',
  './{landing/landing,write/write,sent/success,my-letters/my-letters}.tsx',
  './{address-book/address-book,profile/profile,print-room/print-room}.tsx',
])

async function load({ file, text }: Route, read: ReadText): Promise<Screen> {
  if (text) return (await import('./texts/text-page.tsx')).openText(text, read)
  const screen = screens[`./${file}`]!()
  if (file === 'write/write.tsx') await (await import('./editor/looks.ts')).fetchChosenFace()
  return screen
}

export type Shown = {
  path: string
  title: string
  lang: 'es' | 'en'
  Screen: ComponentType
  /** False when the screen differs from its prerendered HTML, so that hydration would fail. */
  isWhole: boolean
}

const loaded = new Map<string, Shown>()

/** Loads the screen of a path. Never rejects: a failed load gives the error page. */
export async function open(path: string, read: ReadText = fetchText): Promise<Shown> {
  const known = loaded.get(path)
  if (known) return known
  const route = routes[path]
  if (!route) {
    return { path, title: 'Esta página no existe · Lacre', lang: 'es', Screen: NotFound, isWhole: true }
  }
  try {
    const { default: Screen, isWhole = true } = await load(route, read)
    const shown: Shown = { path, title: route.title, lang: route.lang ?? 'es', Screen, isWhole }
    if (isWhole) loaded.set(path, shown)
    return shown
  } catch (failure) {
    console.error('Error loading the screen', failure)
    return { path, title: 'Algo ha fallado · Lacre', lang: 'es', Screen: NotLoaded, isWhole: false }
  }
}
