import type { APIRoute } from 'astro'
import { feedResponse, isCatalogueOn, parseFeedQuery } from '#components/public-catalogue/catalogue-feed.ts'

/** Serves the public occasions that the URL's filter selects as an iCalendar feed; 404 while the catalogue is off. */
export const GET: APIRoute = async ({ locals, url }) => {
  if (!isCatalogueOn(locals)) return new Response(null, { status: 404 })
  const { text } = await locals.api('GET /Catalogue/icalendar', { query: parseFeedQuery(url) })
  return feedResponse(text, 'text/calendar; charset=utf-8')
}
