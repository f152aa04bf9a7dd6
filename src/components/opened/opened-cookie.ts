import type { AstroGlobal } from 'astro'

/** Letter of each kind of page in the cookie. */
const letters = { occasion: 'o', education: 'e', person: 'p', organization: 'c' } as const
type OpenedKind = keyof typeof letters

/** A page of the office that a person has opened: an occasion, an education, a person or an organisation. */
export interface OpenedPage {
  kind: OpenedKind
  id: number
}

type Request = Pick<AstroGlobal, 'cookies' | 'url'>

const cookieName = 'opened'
const maxPages = 8
const kinds = Object.keys(letters) as OpenedKind[]
const month = 2_592_000

const isSame = (one: OpenedPage) => (other: OpenedPage) => one.kind === other.kind && one.id === other.id

function parsePage(text: string): OpenedPage[] {
  const [, letter, id] = /^([a-z])(\d{1,9})$/.exec(text) ?? []
  const kind = kinds.find((one) => letters[one] === letter)
  return kind && id ? [{ kind, id: Number(id) }] : []
}

/** Reads the pages that were opened last on this browser, the latest first, at most 8. */
export const readOpened = ({ cookies }: Pick<Request, 'cookies'>): OpenedPage[] =>
  (cookies.get(cookieName)?.value ?? '').split('.').flatMap(parsePage).slice(0, maxPages)

/**
 * Remembers an opened page on this browser for 30 days, as the latest of at most 8. The cookie has its id alone; the
 * start page reads the name, if the reader may see it.
 */
export function rememberOpened({ cookies, url }: Request, page: OpenedPage): void {
  const pages = [page, ...readOpened({ cookies }).filter((other) => !isSame(page)(other))].slice(0, maxPages)
  const secure = url.protocol === 'https:'
  const value = pages.map(({ kind, id }) => `${letters[kind]}${id}`).join('.')
  cookies.set(cookieName, value, { path: '/', maxAge: month, sameSite: 'lax', httpOnly: true, secure })
}
