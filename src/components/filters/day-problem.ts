import type { AstroGlobal } from 'astro'
import { parseDay } from '#islands/url-state/day-params.ts'

type Page = Pick<AstroGlobal, 'locals' | 'url'>

/** Returns the error text for a day of a filter in the URL that cannot be read; undefined for none and for a day. */
export function dayProblem({ locals, url }: Page, name: string): string | undefined {
  const text = url.searchParams.get(name)?.trim() ?? ''
  if (text === '' || parseDay(text)) return undefined
  const t = locals.t('common')
  return t('dateUnreadable', { text: text.slice(0, 40), format: t('dayFormat') })
}
