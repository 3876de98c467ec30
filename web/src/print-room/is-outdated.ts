import { ask } from '../api.ts'

const ours = new URL(import.meta.url).pathname

/**
 * Whether the server has another build than this page. A page names the files of its build, whose names change with
 * their content: where it does not name this file, it is not the page that was loaded here. In development nothing is built.
 */
export const isOutdated = () =>
  ask<boolean>(
    { method: 'GET', path: '/print-room' },
    async (page) => ours.startsWith('/assets/') && !(await page.text()).includes(ours),
  )
