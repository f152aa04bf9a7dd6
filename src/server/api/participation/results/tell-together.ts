import type { Visitor } from '#api/context.ts'
import type { Place } from '#api/place.ts'
import type { Statement } from '#platform/database.ts'
import { announce, type News, type Told } from './announce.ts'

/** What somebody is to be told of one place, and may be told in one letter with others. */
export interface Word {
  news: News
  told: Told
  title: string
  path: string
  place: Place | null
  /** When and where, in the reader's language. */
  when: string
}

/** Of a place news is alike for several; anything else is told for itself. */
const sameLetter = ({ news, told, place }: Word, index: number) => (place ? `${news} ${told.userId}` : String(index))

const listed = (titles: readonly string[], language: string) =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format(new Set(titles))

/** One letter and one notice for all that becomes of somebody's places at once: of a set there is one, with all its days. */
export function tellTogether(ctx: Visitor, words: readonly Word[]): Statement[] {
  const letters = Map.groupBy(
    words.map((word, index) => ({ word, letter: sameLetter(word, index) })),
    ({ letter }) => letter,
  )
  return [...letters.values()].flatMap((several) => {
    const all = several.map(({ word }) => word)
    const [first] = all
    if (!first) return []
    const { news, told, path } = first
    const titles = all.map(({ title }) => title)
    return announce(ctx, news, told, {
      title: listed(titles, told.language ?? ctx.language),
      path,
      invitesTo: all.flatMap(({ place }) => place ?? []),
      values: { when: all.map(({ when }) => when).join('; ') },
    })
  })
}
