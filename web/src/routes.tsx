import type { ComponentType } from 'react'
import { NotFound, NotLoaded } from './layout/error-page.tsx'
import type { Screen } from './screen.ts'
import { fetchText, type ReadText } from './texts/fetch-text.ts'

/** `file` is the module that `load` imports: the build inlines its styles into the prerendered page. */
export type Route = {
  title: string
  file: string
  lang?: 'en'
  load: (read: ReadText) => Promise<Screen>
}

const text = (name: string) => (read: ReadText) =>
  import('./texts/text-page.tsx').then(({ openText }) => openText(name, read))

/** The site on one page (specification, section 2; design.md#password-reset). */
export const routes: Record<string, Route> = {
  '/': {
    title: 'Lacre: envía cartas personales de forma fácil y rápida',
    file: 'landing/landing.tsx',
    load: () => import('./landing/landing.tsx'),
  },
  '/write': {
    title: 'Escribir una carta · Lacre',
    file: 'write/write.tsx',
    async load() {
      const [screen, { fetchChosenFace }] = await Promise.all([
        import('./write/write.tsx'),
        import('./editor/looks.ts'),
      ])
      await fetchChosenFace()
      return screen
    },
  },
  '/register': {
    title: 'Crear cuenta · Lacre',
    file: 'account/register.tsx',
    load: () => import('./account/register.tsx'),
  },
  '/login': {
    title: 'Iniciar sesión · Lacre',
    file: 'account/login.tsx',
    load: () => import('./account/login.tsx'),
  },
  '/verify-email': {
    title: 'Email verification · Lacre',
    file: 'account/verify-email.tsx',
    lang: 'en',
    load: () => import('./account/verify-email.tsx'),
  },
  '/forgot-password': {
    title: 'Recuperar el acceso · Lacre',
    file: 'account/forgot-password.tsx',
    load: () => import('./account/forgot-password.tsx'),
  },
  '/reset-password': {
    title: 'Elegir una contraseña nueva · Lacre',
    file: 'account/reset-password.tsx',
    load: () => import('./account/reset-password.tsx'),
  },
  '/success': { title: 'Pedido · Lacre', file: 'sent/success.tsx', load: () => import('./sent/success.tsx') },
  '/my-letters': {
    title: 'Mis cartas · Lacre',
    file: 'my-letters/my-letters.tsx',
    load: () => import('./my-letters/my-letters.tsx'),
  },
  '/address-book': {
    title: 'Libreta de direcciones · Lacre',
    file: 'address-book/address-book.tsx',
    load: () => import('./address-book/address-book.tsx'),
  },
  '/profile': {
    title: 'Mi Perfil · Lacre',
    file: 'profile/profile.tsx',
    load: () => import('./profile/profile.tsx'),
  },
  '/print-room': {
    title: 'Imprenta · Lacre',
    file: 'print-room/print-room.tsx',
    load: () => import('./print-room/print-room.tsx'),
  },
  '/about-us': {
    title: 'Quiénes somos · Lacre',
    file: 'texts/text-page.tsx',
    load: text('about-us'),
  },
  '/privacy-policy': {
    title: 'Política de privacidad · Lacre',
    file: 'texts/text-page.tsx',
    load: text('privacy-policy'),
  },
  '/terms-of-use': {
    title: 'Términos de uso · Lacre',
    file: 'texts/text-page.tsx',
    load: text('terms-of-use'),
  },
}

export type Shown = {
  path: string
  title: string
  lang: 'es' | 'en'
  Screen: ComponentType
  /** False when the screen cannot look as it was prerendered, so that hydration would fail. */
  isWhole: boolean
}

const loaded = new Map<string, Shown>()

/** Loads what a path shows. It never rejects: what cannot be loaded is answered with the error page. */
export async function open(path: string, read: ReadText = fetchText): Promise<Shown> {
  const known = loaded.get(path)
  if (known) return known
  const route = routes[path]
  if (!route) {
    return { path, title: 'Esta página no existe · Lacre', lang: 'es', Screen: NotFound, isWhole: true }
  }
  try {
    const { default: Screen, isWhole = true } = await route.load(read)
    const shown: Shown = { path, title: route.title, lang: route.lang ?? 'es', Screen, isWhole }
    if (isWhole) loaded.set(path, shown)
    return shown
  } catch (failure) {
    console.error('Error loading the screen', failure)
    return { path, title: 'Algo ha fallado · Lacre', lang: 'es', Screen: NotLoaded, isWhole: false }
  }
}
