import type { AstroGlobal } from 'astro'
import { type Actor, hasAnyRole } from '#api/actor.ts'

const cookieName = 'start'
const year = 31_536_000

export const startTabs = ['work', 'learning'] as const
export type StartTab = (typeof startTabs)[number]

/**
 * Returns the open tab of the start page: the one of the URL, which a cookie then remembers, else the remembered one. A
 * person with a role begins with the work; without a role there is only the learning.
 */
export function chooseStartTab({ url, cookies }: Pick<AstroGlobal, 'url' | 'cookies'>, actor: Actor): StartTab {
  if (!hasAnyRole(actor)) return 'learning'
  const requestedTab = url.searchParams.get('tab')
  const chosen = startTabs.find((tab) => tab === requestedTab)
  if (chosen) {
    const secure = url.protocol === 'https:'
    cookies.set(cookieName, chosen, { path: '/', maxAge: year, sameSite: 'lax', httpOnly: true, secure })
  }
  const remembered = startTabs.find((tab) => tab === cookies.get(cookieName)?.value)
  return chosen ?? remembered ?? 'work'
}
