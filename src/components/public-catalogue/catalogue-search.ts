import { parseId } from '#components/parse-id.ts'

/** The filters in a URL of the catalogue. */
export interface CatalogueSearch {
  text: string
  category: number | undefined
  district: number | undefined
  club: number | undefined
  freeSpots: boolean
}

/**
 * Parses the filters of a URL; an invalid value is no filter, and the text is trimmed and cut at 200 characters.
 */
export function parseCatalogueSearch(params: URLSearchParams): CatalogueSearch {
  const idIn = (name: string) => parseId(params.get(name)) || undefined
  return {
    text: (params.get('text') ?? '').trim().slice(0, 200),
    category: idIn('category'),
    district: idIn('district'),
    club: idIn('club'),
    freeSpots: params.get('freeSpots') === 'true',
  }
}

/** Parses the page number of a URL, at most 1000; 1 for anything else. */
export const parsePageNumber = (params: URLSearchParams): number =>
  Math.min(1000, Math.max(1, parseId(params.get('page'))))
