import { parseCatalogueSearch } from './catalogue-search.ts'

/** Whether the catalogue is on; its feeds are not found otherwise. */
export const isCatalogueOn = ({ configuration }: App.Locals): boolean =>
  configuration?.features.includes('PublicCatalogue') ?? false

/**
 * Parses the category, district and club in the URL of a feed, undefined where it has none. Other filters of the
 * catalogue are ignored.
 */
export function parseFeedQuery(url: URL) {
  const { category, district, club } = parseCatalogueSearch(url.searchParams)
  return { category, district, club }
}

/**
 * Creates the response of a feed, status 200, which scripts of any site may read. `contentType` names the charset, too.
 */
export const feedResponse = (body: string, contentType: string): Response =>
  new Response(body, {
    headers: {
      'content-type': contentType,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    },
  })
