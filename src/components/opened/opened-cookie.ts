import type { AstroGlobal } from 'astro'

/** A page of the office that a person has opened: an occasion or an education. */
export interface OpenedPage {
  kind: 'occasion' | 'education'
  id: number
}

type Request = Pick<AstroGlobal, 'cookies' | 'url'>

const cookieName = 'opened'
const maxPages = 5
const month = 2_592_000

const isSame = (one: OpenedPage) => (other: OpenedPage) => one.kind === other.kind && one.id === other.id

function parsePage(text: string): OpenedPage[] {
  const [, letter, id] = /^([oe])(\d{1,9})$/.exec(text) ?? []
  return id ? [{ kind: letter === 'o' ? 'occasion' : 'education', id: Number(id) }] : []
}

/** Reads the pages that were opened last on this browser, the latest first, at most 5. */
export const readOpened = ({ cookies }: Pick<Request, 'cookies'>): OpenedPage[] =>
  (cookies.get(cookieName)?.value ?? '').split('.').flatMap(parsePage).slice(0, maxPages)

/**
 * Remembers an opened page on this browser for 30 days, as the latest of at most 5. The cookie has its id alone; the
 * start page reads the name, if the reader may see it.
 */
export function rememberOpened({ cookies, url }: Request, page: OpenedPage): void {
  const pages = [page, ...readOpened({ cookies }).filter((other) => !isSame(page)(other))].slice(0, maxPages)
  const secure = url.protocol === 'https:'
  const value = pages.map(({ kind, id }) => `${kind === 'occasion' ? 'o' : 'e'}${id}`).join('.')
  cookies.set(cookieName, value, { path: '/', maxAge: month, sameSite: 'lax', httpOnly: true, secure })
}
